package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.OnFailure;
import dev.baton.RunContext;
import dev.baton.RunStatus;
import dev.baton.Workflow;
import dev.baton.jdbc.JsonCodec;
import dev.baton.spi.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.sqlite.SQLiteDataSource;

/** The scheduler of an application without a database. */
class StarterTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(BatonObservationAutoConfiguration.class, BatonAutoConfiguration.class))
            .withUserConfiguration(Shop.class);

    /** A class as it was called once. */
    record Customer(String name) {}

    /** The same class today. */
    record Client(String name) {}

    @Test
    void a_codec_bean_reads_what_an_older_version_of_the_application_kept(@TempDir Path folder) {
        ApplicationContextRunner onDatabase = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
                .withBean(DataSource.class, () -> {
                    SQLiteDataSource source = new SQLiteDataSource();
                    source.setUrl("jdbc:sqlite:" + folder.resolve("shop.db"));
                    return source;
                });
        AtomicReference<UUID> kept = new AtomicReference<>();
        onDatabase
                .withPropertyValues("baton.start=false")
                .withBean(Job.class, () -> Job.named("greet").run(context -> {}))
                .run(context -> kept.set(context.getBean(Baton.class)
                        .trigger("greet", Map.of("who", new Customer("Ada")))
                        .id()));
        onDatabase
                .withBean(Codec.class, () -> JsonCodec.standard().renamed(Customer.class.getName(), Client.class))
                .withBean(
                        Job.class,
                        () -> Job.named("greet")
                                .call(context ->
                                        context.parameter("who", Client.class).name()))
                .run(context -> assertThat(context.getBean(Baton.class)
                                .execution(kept.get())
                                .await(SOON)
                                .run("greet")
                                .output())
                        .contains("Ada"));
    }

    static class Mailer {

        final List<String> sent = new CopyOnWriteArrayList<>();
    }

    static class Reports {

        private final Mailer mailer;

        Reports(Mailer mailer) {
            this.mailer = mailer;
        }

        @BatonJob(cron = "${report.cron:0 2 * * *}", zone = "Europe/Berlin", attempts = 3)
        String report(RunContext context) {
            mailer.sent.add("report " + MDC.get("baton.job") + " " + MDC.get("baton.attempt"));
            return "written";
        }

        @BatonJob("send-invoice")
        int send(long order, Optional<String> note, Duration delay) {
            mailer.sent.add("invoice " + order + note.orElse("") + " in " + delay);
            return 1;
        }
    }

    @BatonWorkflow(name = "etl", cron = "@daily", onStepFailure = OnFailure.CASCADE)
    static class Etl {

        @BatonStep
        int extract() {
            return 3;
        }

        @BatonStep(after = "extract")
        String load(@FromStep("extract") int rows) {
            throw new IllegalStateException("no room for " + rows);
        }

        @BatonStep(after = "load:failure")
        String alert(RunContext context) {
            return context.reason();
        }

        @BatonStep(isFinal = true)
        void cleanup() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        Mailer mailer() {
            return new Mailer();
        }

        @Bean
        @Lazy
        Reports reports(Mailer mailer) {
            return new Reports(mailer);
        }

        @Bean
        Etl etl() {
            return new Etl();
        }

        @Bean
        Job ping(Mailer mailer) {
            return Job.named("ping").cron("@hourly").run(context -> mailer.sent.add("ping"));
        }

        @Bean
        Workflow tidy() {
            return Workflow.define("tidy", w -> w.run("sweep", context -> {}));
        }
    }

    @Test
    void methods_jobs_and_workflows_of_beans_are_registered_and_run() {
        application.run(context -> {
            Baton baton = context.getBean(Baton.class);
            assertThat(baton.list())
                    .extracting(registered -> registered.name() + " " + registered.schedule())
                    .containsExactlyInAnyOrder(
                            "etl @daily",
                            "ping @hourly",
                            "report 0 2 * * *",
                            "send-invoice @triggered",
                            "tidy @triggered");
            Execution report = baton.trigger("report").await(SOON);
            assertThat(report.run("report").output()).contains("written");
            assertThat(context.getBean(Mailer.class).sent).containsExactly("report report 1");
            assertThat(MDC.get("baton.job")).isNull();
        });
    }

    @Test
    void parameters_go_to_the_method_by_name_and_are_converted() {
        application.run(context -> {
            Baton baton = context.getBean(Baton.class);
            Execution sent = baton.trigger("send-invoice", Map.of("order", 42, "delay", "5m"))
                    .await(SOON);
            assertThat(sent.status()).isEqualTo(ExecutionStatus.SUCCESS);
            assertThat(context.getBean(Mailer.class).sent).containsExactly("invoice 42 in PT5M");

            Execution refused =
                    baton.trigger("send-invoice", Map.of("order", 42)).await(SOON);
            assertThat(refused.run("send-invoice").reason())
                    .contains("Reports.send takes \"delay\", and the run has only [order]");
        });
    }

    @Test
    void the_methods_of_a_workflow_are_its_steps() {
        application.run(context -> {
            Execution etl = context.getBean(Baton.class).trigger("etl").await(SOON);
            assertThat(etl.status()).isEqualTo(ExecutionStatus.FAILURE);
            assertThat(etl.run("load").reason()).contains("no room for 3");
            assertThat(etl.run("alert").output().orElseThrow().toString()).contains("load failed");
            assertThat(etl.finalStep()).contains("cleanup");
            assertThat(etl.run("cleanup").status()).isEqualTo(RunStatus.SUCCESS);
        });
    }

    @Test
    void properties_set_schedules_and_settings() {
        application
                .withPropertyValues("report.cron=30 4 * * *", "baton.crons.ping=-", "baton.crons.etl=@weekly")
                .run(context -> assertThat(context.getBean(Baton.class).list())
                        .extracting(registered -> registered.name() + " " + registered.schedule())
                        .contains("report 30 4 * * *", "ping @triggered", "etl @weekly"));
        application
                .withPropertyValues("baton.crons.pong=@daily")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("baton.crons.pong is the schedule of no job"));
        application
                .withPropertyValues("baton.crons.ping=61 * * * *")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageStartingWith("baton.crons.ping: schedule \"61 * * * *\""));
        application
                .withPropertyValues("baton.crons.report=61 * * * *")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageStartingWith("baton.crons.report: schedule \"61 * * * *\""));
        application
                .withPropertyValues("baton.zone=Europe/Berln")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Failed to bind properties under 'baton.zone'"));
        application
                .withPropertyValues("baton.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(Baton.class));
        application
                .withPropertyValues("baton.store=database")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("the application has no DataSource"));
    }

    @Test
    void an_application_that_does_not_start_its_scheduler_registers_and_waits() {
        application.withPropertyValues("baton.start=false").run(context -> {
            Baton baton = context.getBean(Baton.class);
            Execution waiting = baton.trigger("ping");
            assertThatThrownBy(() -> waiting.await(Duration.ofMillis(1))).hasMessageContaining("ping");
            context.getBean(BatonLifecycle.class).start();
            assertThat(waiting.await(SOON).status()).isEqualTo(ExecutionStatus.SUCCESS);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Second {

        @Bean
        Job report() {
            return Job.named("report").run(context -> {});
        }
    }

    @Test
    void two_definitions_of_one_name_do_not_start() {
        application
                .withUserConfiguration(Second.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("two definitions of \"report\"")
                        .hasMessageContaining("Reports.report"));
    }

    static class BadCron {

        @BatonJob(cron = "61 * * * *")
        void report() {}
    }

    static class BadTimeout {

        @BatonJob(timeout = "5 minutes")
        void report() {}
    }

    static class NoAttempts {

        @BatonJob(attempts = 0)
        void report() {}
    }

    static class Transactional {

        @BatonJob(transactional = true)
        void report() {}
    }

    static class Promise {

        @BatonJob
        CompletableFuture<String> report() {
            return new CompletableFuture<>();
        }
    }

    static class StepAlone {

        @BatonStep
        void load() {}
    }

    @BatonWorkflow(name = "wrong")
    static class BadCondition {

        @BatonStep
        void extract() {}

        @BatonStep(after = "extract:failed")
        void load() {}
    }

    @BatonWorkflow(name = "wrong")
    static class BadOutput {

        @BatonStep
        int extract() {
            return 1;
        }

        @BatonStep
        int count() {
            return 1;
        }

        @BatonStep(after = "count")
        void load(@FromStep("extract") int rows) {}
    }

    @BatonWorkflow(name = "right")
    static class OutputsFromFar {

        @BatonStep
        int extract() {
            return 1;
        }

        @BatonStep(after = "extract")
        void clean() {}

        @BatonStep(after = "clean:complete")
        void load(@FromStep("extract") int rows) {}

        @BatonStep(isFinal = true)
        void end(@FromStep("extract") int rows) {}
    }

    @Test
    void a_mistake_in_an_annotation_stops_the_start_and_is_named_by_its_method() {
        refuses(BadCron.class, "BadCron.report: schedule \"61 * * * *\": minute: \"61\" is out of range");
        refuses(BadTimeout.class, "BadTimeout.report: '5 minutes' is not a valid duration");
        refuses(NoAttempts.class, "NoAttempts.report: a run has one attempt or more, not 0");
        refuses(Transactional.class, "\"report\" is transactional, and the scheduler keeps its runs in memory");
        refuses(Promise.class, "Promise.report returns a CompletableFuture, and its run would end before the work");
        refuses(StepAlone.class, "StepAlone.load is a @BatonStep, and StepAlone is no workflow");
        refuses(BadCondition.class, "BadCondition.load: \"failed\" is not a condition");
        refuses(
                BadOutput.class,
                "BadOutput.load takes the output of \"extract\", and in workflow \"wrong\" it runs after [count]");
        bean(OutputsFromFar.class).run(context -> assertThat(context).hasNotFailed());
    }

    private static void refuses(Class<?> bean, String message) {
        bean(bean).run(context -> assertThat(context.getStartupFailure()).hasMessageContaining(message));
    }

    private static ApplicationContextRunner bean(Class<?> type) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BatonObservationAutoConfiguration.class, BatonAutoConfiguration.class))
                .withBean(type);
    }

    record Parcel(String street, int weight) {}

    static class Post {

        @BatonJob
        String ship(Parcel parcel) {
            return parcel.street() + " " + parcel.weight();
        }

        @BatonJob
        int weigh(int grams) {
            return grams;
        }
    }

    @Test
    void a_parameter_that_came_as_json_becomes_the_class_that_the_method_takes() {
        bean(Post.class).run(context -> {
            Baton baton = context.getBean(Baton.class);
            Execution shipped = baton.trigger("ship", Map.of("parcel", Map.of("street", "Hill Road", "weight", 3)))
                    .await(SOON);
            assertThat(shipped.run("ship").output()).contains("Hill Road 3");
            Execution refused = baton.trigger("weigh", Map.of("grams", "many")).await(SOON);
            assertThat(refused.run("weigh").reason()).startsWith("Post.weigh takes the parameter grams as a int: ");
            Execution wrong =
                    baton.trigger("ship", Map.of("parcel", "Hill Road")).await(SOON);
            assertThat(wrong.run("ship").reason())
                    .contains("Post.ship takes the parameter parcel as a " + Parcel.class.getName())
                    .contains("and it is a java.lang.String");
        });
    }

    /** As DevTools loads the classes of an application: again, below the loader of its libraries. */
    private static ClassLoader restarted(Class<?> own) {
        ClassLoader libraries = own.getClassLoader();
        return new ClassLoader(libraries) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                Class<?> known = findLoadedClass(name);
                if (known != null || !name.equals(own.getName())) {
                    return known != null ? known : super.loadClass(name, resolve);
                }
                try (InputStream code = libraries.getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = Objects.requireNonNull(code).readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
    }

    @Test
    void what_is_kept_is_read_as_classes_of_the_application_and_not_of_its_libraries() throws Exception {
        ClassLoader application = restarted(Parcel.class);
        Codec codec = new ApplicationCodec(JsonCodec.standard(), application);
        Codec.Encoded kept = codec.encode(new Parcel("Hill Road", 3));
        String all = codec.encodeAll(Map.of("parcel", new Parcel("Hill Road", 3)));
        Class<?> parcel = application.loadClass(Parcel.class.getName());
        assertThat(parcel).isNotEqualTo(Parcel.class);
        assertThat(codec.decode(kept, Baton.class.getClassLoader())).isInstanceOf(parcel);
        assertThat(codec.decodeAll(all, Baton.class.getClassLoader()).get("parcel"))
                .isInstanceOf(parcel);
        ClassLoader other = restarted(Parcel.class);
        assertThat(codec.decode(kept, other).getClass().getClassLoader()).isSameAs(other);
    }

    @Test
    void a_failed_attempt_is_logged_with_its_stack_trace() {
        Logger logger = (Logger) LoggerFactory.getLogger("baton.run.etl/load");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            application.run(context -> {
                Execution etl = context.getBean(Baton.class).trigger("etl").await(SOON);
                assertThat(etl.run("load").log())
                        .extracting(line -> line.message())
                        .first()
                        .asString()
                        .isEqualTo("attempt 1 failed: java.lang.IllegalStateException: no room for 3");
                assertThat(lines.list).hasSize(1);
                ILoggingEvent line = lines.list.get(0);
                assertThat(line.getFormattedMessage()).isEqualTo("attempt 1 failed");
                assertThat(line.getThrowableProxy().getStackTraceElementProxyArray())
                        .isNotEmpty();
                assertThat(line.getMDCPropertyMap()).containsEntry("baton.job", "etl/load");
            });
            application.withPropertyValues("baton.log-failures=false").run(context -> {
                context.getBean(Baton.class).trigger("etl").await(SOON);
                assertThat(lines.list).hasSize(1);
            });
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void a_native_image_has_the_scripts_of_the_tables() {
        RuntimeHints hints = new RuntimeHints();
        new BatonHints().registerHints(hints, getClass().getClassLoader());
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/baton/jdbc/postgres/engine-1.sql"))
                .accepts(hints);
        assertThat(getClass().getResource("/dev/baton/jdbc/postgres/engine-1.sql"))
                .isNotNull();
    }
}
