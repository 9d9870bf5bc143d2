package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.RunContext;
import dev.baton.Submission;
import dev.baton.error.NoSuchExecutionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** What a transactional method starts, and what a transactional body writes, on real databases. */
class TransactionTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private ApplicationContextRunner on(String url) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        BatonAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=" + url, "spring.datasource.username=" + user(url))
                .withUserConfiguration(Configured.class);
    }

    private static String user(String url) {
        return url.startsWith("jdbc:postgresql") ? "postgres" : "";
    }

    @Configuration(proxyBeanMethods = false)
    static class Configured {

        @Bean
        ApplicationListener<ContextClosedEvent> closing() {
            return event -> {
                if (Bodies.STARTED.getCount() == 0) {
                    Bodies.CLOSING.countDown();
                }
            };
        }

        @Bean
        Shop shop(Baton baton, JdbcClient jdbc) {
            return new Shop(baton, jdbc);
        }

        @Bean
        Bodies bodies(JdbcClient jdbc, ObjectProvider<Baton> baton, Shop shop) {
            return new Bodies(jdbc, baton, shop);
        }
    }

    static class Shop {

        private final Baton baton;
        private final JdbcClient jdbc;

        Shop(Baton baton, JdbcClient jdbc) {
            this.baton = baton;
            this.jdbc = jdbc;
        }

        @Transactional
        public Execution order(int number, boolean fails) {
            jdbc.sql("INSERT INTO customer_order VALUES (?)").param(number).update();
            Execution shipment = baton.submit(
                    Submission.of("ship").parameter("order", number).key("ship-" + number));
            baton.trigger("audit", Map.of("order", number));
            assertThatThrownBy(shipment::status).isInstanceOf(NoSuchExecutionException.class);
            if (fails) {
                throw new IllegalStateException("no stock");
            }
            return shipment;
        }

        @Transactional
        public void spoil() {
            jdbc.sql("INSERT INTO shipment VALUES (?, ?)").params(0, "spoilt").update();
            throw new IllegalStateException("spoilt");
        }
    }

    static class Bodies {

        static final CountDownLatch STARTED = new CountDownLatch(1);
        static final CountDownLatch CLOSING = new CountDownLatch(1);

        private final JdbcClient jdbc;
        private final ObjectProvider<Baton> baton;
        private final Shop shop;

        Bodies(JdbcClient jdbc, ObjectProvider<Baton> baton, Shop shop) {
            this.jdbc = jdbc;
            this.baton = baton;
            this.shop = shop;
        }

        @BatonJob(transactional = true, attempts = 2, retryDelay = "1s")
        void ship(int order, RunContext context) {
            jdbc.sql("INSERT INTO shipment VALUES (?, ?)")
                    .params(order, "attempt " + context.attempt())
                    .update();
            baton.getObject().trigger("thank", Map.of("order", order));
            if (context.attempt() == 1) {
                throw new IllegalStateException("the first attempt is for nothing");
            }
        }

        @BatonJob(transactional = true)
        void swallow() {
            try {
                shop.spoil();
            } catch (IllegalStateException expected) {
                // The transaction is marked all the same.
            }
        }

        @BatonJob
        void audit(int order) {}

        @BatonJob
        void thank(int order) {}

        @BatonJob
        void slow(RunContext context) throws InterruptedException {
            STARTED.countDown();
            // The application is being closed by now, and waits for this body.
            assertThat(CLOSING.await(60, TimeUnit.SECONDS)).isTrue();
            jdbc.sql("INSERT INTO shipment VALUES (?, ?)").params(7, "drained").update();
        }
    }

    @Test
    void a_transactional_method_starts_exactly_what_it_commits_on_postgres() {
        on(Databases.fresh()).run(this::startsExactlyWhatItCommits);
    }

    @Test
    void a_transactional_method_starts_exactly_what_it_commits_on_sqlite() {
        on("jdbc:sqlite:" + folder.resolve("shop.db")).run(this::startsExactlyWhatItCommits);
    }

    private void startsExactlyWhatItCommits(AssertableApplicationContext context) throws InterruptedException {
        Baton baton = context.getBean(Baton.class);
        JdbcClient jdbc = context.getBean(JdbcClient.class);
        jdbc.sql("CREATE TABLE customer_order (number int)").update();
        jdbc.sql("CREATE TABLE shipment (number int, note text)").update();
        Shop shop = context.getBean(Shop.class);

        assertThatThrownBy(() -> shop.order(1, true)).hasMessage("no stock");
        Execution shipment = shop.order(2, false);
        assertThat(shipment.await(SOON).status()).isEqualTo(ExecutionStatus.SUCCESS);

        assertThat(numbers(jdbc, "SELECT number FROM customer_order")).containsExactly(2);
        assertThat(jdbc.sql("SELECT note FROM shipment").query(String.class).list())
                .as("the first attempt was rolled back, the second committed with its run")
                .containsExactly("attempt 2");
        assertThat(baton.awaitJob("thank", SOON)).isPresent();
        assertThat(baton.pastExecutions("thank")).hasSize(1);
        assertThat(baton.pastExecutions("ship")).hasSize(1);
        UUID again = baton.submit(Submission.of("ship").parameter("order", 2).key("ship-2"))
                .id();
        assertThat(again).isEqualTo(shipment.id());
        assertThat(baton.awaitJob("audit", SOON)).isPresent();
        assertThat(baton.pastExecutions("audit"))
                .extracting(Execution::parameters)
                .containsExactly(Map.of("order", 2));
    }

    @Test
    void a_body_whose_transaction_was_marked_to_be_rolled_back_fails() {
        on(Databases.fresh()).run(context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            jdbc.sql("CREATE TABLE shipment (number int, note text)").update();
            Execution swallowed =
                    context.getBean(Baton.class).trigger("swallow").await(SOON);
            assertThat(swallowed.status()).isEqualTo(ExecutionStatus.FAILURE);
            assertThat(swallowed.run("swallow").reason()).contains("marked to be rolled back");
            assertThat(numbers(jdbc, "SELECT number FROM shipment")).isEmpty();
        });
    }

    @Test
    void what_runs_is_drained_before_the_data_source_closes() throws InterruptedException {
        String url = Databases.fresh();
        on(url).run(context -> {
            context.getBean(JdbcClient.class)
                    .sql("CREATE TABLE shipment (number int, note text)")
                    .update();
            context.getBean(Baton.class).trigger("slow");
            assertThat(Bodies.STARTED.await(60, TimeUnit.SECONDS)).isTrue();
        });
        on(url).withPropertyValues("baton.start=false").run(context -> {
            assertThat(numbers(context.getBean(JdbcClient.class), "SELECT number FROM shipment"))
                    .containsExactly(7);
            assertThat(context.getBean(Baton.class).pastExecutions("slow"))
                    .extracting(Execution::status)
                    .containsExactly(ExecutionStatus.SUCCESS);
        });
    }

    private static List<Integer> numbers(JdbcClient jdbc, String sql) {
        return jdbc.sql(sql).query(Integer.class).list();
    }
}
