package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Workflow;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of an application that has a class loader of its own below Baton's, as with DevTools or in a container. */
class ClassLoadersTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private UnaryOperator<Object> application = value -> value;

    /** An application, which only its own loader loads: defines its jobs on a scheduler, and makes an order of a text. */
    public static final class Application implements UnaryOperator<Object> {

        /** A value of the application's. */
        public record Order(String customer) {}

        @Override
        public Object apply(Object given) {
            return given instanceof Baton baton ? define(baton) : new Order((String) given);
        }

        private static Baton define(Baton baton) {
            return baton.add(Job.named("run").run(context -> context.parameter("input", Order.class)))
                    .add(Job.named("call").call(context -> context.parameter("input", Order.class)))
                    .add(Job.named("typed-run").takes(Order.class).run((context, order) -> order.customer()))
                    .add(Job.named("typed-call")
                            .takes(Order.class)
                            .returns(Order.class)
                            .call((context, order) -> order))
                    .add(Job.named("fanout")
                            .fanout(Fanout.over(context -> List.of(context.parameter("input", Order.class)))
                                    .each(context ->
                                            context.item().orElseThrow().value())
                                    .reduce(
                                            Fanout.RunOn.SUCCESS,
                                            context -> context.parents()
                                                    .get(0)
                                                    .output()
                                                    .orElseThrow())))
                    .add(Workflow.define("steps", w -> {
                        w.run("check", context -> context.parameter("input", Order.class));
                        w.fanout(
                                "typed",
                                Fanout.over(context -> List.of(context.parameter("input", Order.class))),
                                Order.class,
                                (context, order) -> order);
                    }));
        }
    }

    /** Loads the application itself, and all else by its parent. */
    private static final class ApplicationLoader extends URLClassLoader {

        ApplicationLoader(URL classes) {
            super(new URL[] {classes}, ClassLoadersTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null
                        ? known
                        : name.startsWith(Application.class.getName())
                                ? findClass(name)
                                : super.loadClass(name, resolve);
            }
        }
    }

    @BeforeEach
    @SuppressWarnings("unchecked") // it is the same interface in both loaders
    void load() throws ReflectiveOperationException {
        URL classes =
                ClassLoadersTest.class.getProtectionDomain().getCodeSource().getLocation();
        application = Class.forName(Application.class.getName(), true, new ApplicationLoader(classes))
                .asSubclass(UnaryOperator.class)
                .getConstructor()
                .newInstance();
    }

    private Baton open() {
        return (Baton) application.apply(Baton.on(Stores.sqlite(folder.resolve("baton.db"))));
    }

    /** The output of a run that read what another process had kept, as a third one reads it. */
    private Optional<Object> kept(String name, String step) throws InterruptedException {
        UUID id;
        try (Baton before = open()) {
            id = before.trigger(name, Map.of("input", application.apply("Ada"))).id();
        }
        try (Baton after = open().start()) {
            Execution ended = after.execution(id).await(SOON);
            assertThat(ended.runs()).allSatisfy(run -> assertThat(run.reason()).isEmpty());
            assertThat(ended.status()).isEqualTo(ExecutionStatus.SUCCESS);
        }
        try (Baton later = open()) {
            return later.execution(id).run(step).output();
        }
    }

    @Test
    void the_parameters_of_an_action_are_read_by_its_loader() throws InterruptedException {
        assertThat(kept("run", "run")).isEmpty();
    }

    @Test
    void the_input_of_a_typed_action_is_read_by_its_loader() throws InterruptedException {
        assertThat(kept("typed-run", "typed-run")).isEmpty();
    }

    @Test
    void outputs_are_read_by_the_loader_of_the_body() throws InterruptedException {
        for (String name : List.of("call", "typed-call", "fanout")) {
            assertThat(kept(name, name)).contains(application.apply("Ada"));
        }
    }

    @Test
    void the_items_and_results_of_steps_are_read_by_their_loader() throws InterruptedException {
        assertThat(kept("steps", "typed")).contains(List.of(application.apply("Ada")));
    }
}
