package dev.baton.spring.test;

import dev.baton.Baton;
import dev.baton.spring.BatonCustomizer;
import dev.baton.spring.BatonStore;
import dev.baton.test.Assumptions;
import dev.baton.test.FakeClock;
import java.time.OffsetDateTime;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Puts the application's scheduler on a fake clock. */
@Configuration(proxyBeanMethods = false)
class BatonTestConfiguration {

    @Bean(destroyMethod = "")
    FakeClock batonClock(@Value("${baton.test.start:2026-01-01T00:00:00Z}") String start) {
        return new FakeClock(OffsetDateTime.parse(start).toInstant());
    }

    @Bean
    @Conditional(NotInDatabase.class)
    BatonStore batonStore() {
        return BatonStore.inMemory();
    }

    /** Matches unless the test wants the application's database. */
    static final class NotInDatabase implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !"database".equalsIgnoreCase(context.getEnvironment().getProperty("baton.store"));
        }
    }

    @Bean
    Assumptions batonAssumptions() {
        return new Assumptions();
    }

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    BatonCustomizer batonOnFakeClock(FakeClock clock, Assumptions assumptions) {
        return settings -> assumptions.on(clock, settings);
    }

    @Bean
    SmartInitializingSingleton batonAssumedNames(Assumptions assumptions, Baton baton) {
        return () -> assumptions.check(baton);
    }
}
