package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Submission;
import dev.baton.Workflow;
import dev.baton.error.NotPossibleException;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Parameters that one program could write and another cannot read: a class was renamed, or the other never had it. */
@Timeout(120)
class UnreadableParametersTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** An input. */
    public record Order(String customer) {}

    /** The codec of a program that cannot read an order. */
    private static Codec blind() {
        return failing(() -> {
            throw new IllegalArgumentException("no such class as Order");
        });
    }

    /** The codec of a program whose class of orders cannot be initialised. */
    private static Codec broken() {
        return failing(() -> {
            throw new ExceptionInInitializerError("Order needs a configuration");
        });
    }

    private static Codec failing(Runnable failure) {
        return JsonCodec.standard()
                .configured(mapper ->
                        mapper.addModule(new SimpleModule().addDeserializer(Order.class, new ValueDeserializer<>() {
                            @Override
                            public Order deserialize(JsonParser parser, DeserializationContext context) {
                                failure.run();
                                throw new AssertionError("it should have failed");
                            }
                        })));
    }

    @Nested
    class OnSqlite extends Cases {

        @TempDir
        Path folder;

        @Override
        Store store(Codec codec) {
            return Stores.sqlite(folder.resolve("baton.db"), codec);
        }
    }

    @Nested
    class OnPostgres extends Cases {

        private final DataSource database = RealPostgres.freshSchema();

        @Override
        Store store(Codec codec) {
            return Stores.postgres(database, codec);
        }

        @Test
        void what_waits_for_an_execution_of_another_program_goes_on_when_that_has_ended() throws Exception {
            CountDownLatch released = new CountDownLatch(1);
            try (Baton other = Baton.on(store(JsonCodec.standard()))) {
                other.add(Job.named("ship").run(context -> released.await())).start();
                Execution parent = other.trigger("ship", Map.of("order", new Order("Ada")));
                Baton own = Baton.on(store(blind()))
                        .add(Job.named("report").run(context -> {}))
                        .start();
                try (own) {
                    Execution child = own.submit(Submission.of("report").after(own.execution(parent.id())));
                    assertThat(child).isActive();
                    released.countDown();
                    assertThat(child.await(LONG)).succeeded();
                    assertThat(own.submit(Submission.of("report").after(own.execution(parent.id())))
                                    .await(LONG))
                            .succeeded();
                }
            }
        }

        @Test
        void what_waits_for_it_goes_on_though_the_store_was_away_for_a_moment() throws Exception {
            UUID id;
            try (Baton before = Baton.on(store(JsonCodec.standard()))) {
                before.add(Job.named("ship").run(context -> {})).start();
                Execution parent = before.trigger("ship", Map.of("order", new Order("Ada")));
                id = parent.await(LONG).id();
            }
            AtomicBoolean away = new AtomicBoolean();
            Baton own = Baton.on(awayForStatus(store(blind()), away))
                    .add(Job.named("report").run(context -> {}))
                    .start();
            try (own) {
                Execution parent = own.execution(id);
                assertThat(parent).succeeded();
                away.set(true);
                assertThat(own.submit(Submission.of("report").after(parent)).await(LONG))
                        .succeeded();
                assertThat(away).isFalse();
            }
        }

        /**
         * A store from which nothing that waits for an execution can read it as a whole, and which is away once when its
         * status is read instead.
         */
        private Store awayForStatus(Store store, AtomicBoolean away) {
            return (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("find") && isWithin("lookNow")) {
                            throw new NoClassDefFoundError("no such class as Order");
                        }
                        if (method.getName().equals("look") && isWithin("lookAtStatus") && away.getAndSet(false)) {
                            throw new StoreUnavailableException("away", new IllegalStateException("away"));
                        }
                        try {
                            return method.invoke(store, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private static boolean isWithin(String method) {
            return StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getMethodName().equals(method)));
        }

        @Test
        void another_node_cancels_what_its_owner_cannot_read() throws Exception {
            UUID id = leave(Job.named("ship").run(context -> {}), Duration.ZERO);
            Baton owner = Baton.on(store(blind()))
                    .add(Job.named("ship").run(context -> {}))
                    .start();
            try (owner) {
                await().until(() -> RealPostgres.number(database, """
                        SELECT count(*)
                        FROM baton_execution
                        WHERE owner IS NOT NULL""") == 1);
                Baton other = Baton.on(store(JsonCodec.standard()))
                        .add(Job.named("ship").run(context -> {}))
                        .start();
                try (other) {
                    Execution execution = other.execution(id);
                    assertThat(CompletableFuture.runAsync(execution::cancel)).succeedsWithin(LONG);
                    assertThat(execution.await(LONG).status()).isEqualTo(ExecutionStatus.CANCELLED);
                }
            }
        }

        @Test
        void the_final_step_of_what_was_cancelled_unread_runs_on_a_node_that_can_read() throws Exception {
            UnaryOperator<Baton> workflow = baton -> baton.add(Workflow.define("ship", w -> {
                w.approval("ask", "?");
                w.finalRun("tidy", context -> {});
            }));
            UUID id;
            try (Baton before =
                    workflow.apply(Baton.on(store(JsonCodec.standard()))).start()) {
                Execution begun = before.trigger("ship", Map.of("order", new Order("Ada")));
                await().until(() -> begun.run("ask").status() == RunStatus.RUNNING);
                id = begun.id();
            }
            try (Baton blind = workflow.apply(Baton.on(store(blind())))) {
                blind.execution(id).cancel();
                try (Baton other =
                        workflow.apply(Baton.on(store(JsonCodec.standard()))).start()) {
                    Execution execution = other.execution(id).await(LONG);
                    assertThat(execution.status()).isEqualTo(ExecutionStatus.CANCELLED);
                    assertThat(execution.run("tidy").status()).isEqualTo(RunStatus.SUCCESS);
                }
            }
        }
    }

    /** The cases on any store. */
    abstract static class Cases {

        abstract Store store(Codec codec);

        private static Job ship() {
            return Job.named("ship").run(context -> {});
        }

        /** An execution whose parameters only the program that is closed by now could read. */
        UUID leave(Job job, Duration delay) {
            try (Baton before = Baton.on(store(JsonCodec.standard()))) {
                before.add(job);
                Submission submission = Submission.of(job.name()).parameter("order", new Order("Ada"));
                return before.submit(submission.delay(delay)).id();
            }
        }

        @Test
        void what_ended_can_be_looked_at() throws Exception {
            UUID id;
            try (Baton before = Baton.on(store(JsonCodec.standard()))) {
                before.add(ship()).start();
                id = before.trigger("ship", Map.of("order", new Order("Ada")))
                        .await(LONG)
                        .id();
            }
            try (Baton after = Baton.on(store(blind())).add(ship()).start()) {
                assertThat(after.execution(id)).succeeded();
                assertThat(after.execution(id).run("ship").status()).isEqualTo(RunStatus.SUCCESS);
                assertThat(after.execution(id).parameters()).isEmpty();
            }
        }

        @Test
        void what_is_delayed_can_be_looked_at_and_cancelled_and_what_waits_for_it_ends() throws Exception {
            UUID id = leave(ship(), Duration.ofDays(1));
            try (Baton after = Baton.on(store(blind())).add(ship()).start()) {
                Execution unreadable = after.execution(id);
                assertThat(unreadable.run("ship").status()).isEqualTo(RunStatus.BLOCKED);
                Execution child = after.submit(Submission.of("ship").after(unreadable));

                assertThatThrownBy(unreadable::hold)
                        .isInstanceOf(NotPossibleException.class)
                        .hasMessageContaining(id.toString())
                        .hasMessageContaining("can only be cancelled");

                unreadable.cancel();
                assertThat(unreadable.await(LONG).status()).isEqualTo(ExecutionStatus.CANCELLED);
                assertThat(child.await(LONG).status()).isEqualTo(ExecutionStatus.SKIPPED);
            }
        }

        @Test
        void an_error_while_parameters_are_read_hides_no_other_execution_and_does_not_prevent_a_cancel()
                throws Exception {
            UUID id = leave(ship(), Duration.ofDays(1));
            try (Baton after = Baton.on(store(broken())).add(ship()).start()) {
                Execution other = after.submit(Submission.of("ship").delay(Duration.ofDays(1)));
                assertThat(after.activeExecutions()).extracting(Execution::id).contains(id, other.id());

                after.execution(id).cancel();
                assertThat(after.execution(id).await(LONG).status()).isEqualTo(ExecutionStatus.CANCELLED);
                assertThat(after.pastExecutions("ship"))
                        .extracting(Execution::id)
                        .contains(id);
            }
        }
    }
}
