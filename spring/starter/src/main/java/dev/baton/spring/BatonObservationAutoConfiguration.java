package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.micrometer.BatonMetrics;
import dev.baton.policy.MdcInterceptor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Adds runs to the application's logs, metrics and traces.
 *
 * <pre>{@code
 * logging.pattern.correlation=[%X{baton.execution:-} %X{baton.attempt:-}]
 * }</pre>
 */
@AutoConfiguration(
        before = BatonAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
public class BatonObservationAutoConfiguration {

    /** Inside the observation, so that a line has the ids of its trace and of its run. */
    private static final int INSIDE = 1_000;

    /** Puts the run's ids into the mapped diagnostic context of the log. */
    @Bean
    @ConditionalOnMissingBean
    @Order(INSIDE)
    MdcInterceptor batonMdcInterceptor() {
        return new MdcInterceptor();
    }

    /** Logs failed attempts, inside the context of the log. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(prefix = "baton", name = "log-failures", matchIfMissing = true)
    @Order(INSIDE + 1)
    FailureLog batonFailureLog() {
        return new FailureLog();
    }

    /** Observations and traces. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnBean(ObservationRegistry.class)
    static class Observations {

        @Bean
        @ConditionalOnMissingBean
        @Order(0)
        BatonObservations batonObservations(ObservationRegistry registry) {
            return new BatonObservations(registry);
        }

        @Bean
        BatonCustomizer batonTraces(BatonObservations observations) {
            return settings -> settings.carry(observations::capture);
        }
    }

    /** Metrics. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class Metrics {

        @Bean
        @ConditionalOnMissingBean
        BatonMetrics batonMetrics(MeterRegistry registry) {
            return new BatonMetrics(registry);
        }

        @Bean
        SmartInitializingSingleton batonGauges(BatonMetrics metrics, Baton baton) {
            return () -> metrics.bindTo(baton);
        }
    }
}
