package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

/** What a transaction of JPA starts. */
class JpaTest {

    /** An order. */
    @Entity(name = "jpa_order")
    public static class Order {

        @Id
        private int number;

        protected Order() {}

        Order(int number) {
            this.number = number;
        }
    }

    static class Shop {

        @PersistenceContext
        private EntityManager entities;

        private final Baton baton;

        Shop(Baton baton) {
            this.baton = baton;
        }

        @Transactional
        public Execution order(int number, boolean fails) {
            entities.persist(new Order(number));
            Execution shipment = baton.trigger("ship", Map.of("order", number));
            if (fails) {
                throw new IllegalStateException("no stock");
            }
            return shipment;
        }
    }

    static class Bodies {

        @PersistenceContext
        private EntityManager entities;

        @BatonJob
        @Transactional
        public long ship(int order) {
            return entities.createQuery("SELECT count(o) FROM jpa_order o WHERE o.number = :number", Long.class)
                    .setParameter("number", order)
                    .getSingleResult();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Configured {

        @Bean
        Shop shop(Baton baton) {
            return new Shop(baton);
        }

        @Bean
        Bodies bodies() {
            return new Bodies();
        }
    }

    @Test
    void a_transaction_of_jpa_starts_exactly_what_it_commits() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        BatonAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + Databases.fresh(),
                        "spring.datasource.username=postgres",
                        "spring.jpa.hibernate.ddl-auto=create")
                .withUserConfiguration(Configured.class)
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    assertThatThrownBy(() -> shop.order(1, true)).hasMessage("no stock");
                    Execution shipment = shop.order(2, false).await(Duration.ofSeconds(60));
                    assertThat(shipment.status()).isEqualTo(ExecutionStatus.SUCCESS);
                    assertThat(shipment.run("ship").output())
                            .as("sees the order")
                            .contains(1L);
                    assertThat(context.getBean(Baton.class).pastExecutions("ship"))
                            .hasSize(1);
                });
    }
}
