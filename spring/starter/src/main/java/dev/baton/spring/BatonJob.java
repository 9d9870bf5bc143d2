package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Makes a method of a bean the body of a job. Texts may contain placeholders: {@code cron = "${shop.report.cron}"}.
 * Durations are written as in properties: {@code 10s}, {@code 5m}, {@code PT1H}.
 *
 * <pre>{@code
 * @BatonJob(cron = "0 2 * * *", zone = "Europe/Berlin", attempts = 3)
 * Report report(RunContext context) { … }
 *
 * @BatonJob // started by baton.trigger("ship", Map.of("order", 42))
 * void ship(long order) { … }
 * }</pre>
 *
 * <p>The method may take the {@link dev.baton.RunContext}, and parameters of the run by their names, converted as Spring
 * converts properties; an {@link java.util.Optional} need not be given. What it returns is the run's output.
 */
@Documented
@Reflective
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface BatonJob {

    /** The name of the job; the name of the method unless given. */
    @AliasFor("name")
    String value() default "";

    /** The name of the job; the name of the method unless given. */
    @AliasFor("value")
    String name() default "";

    /** The schedule: cron, {@code @daily}, {@code @every 90s} and so on; without one the job is only triggered. */
    String cron() default "";

    /** The zone of the schedule; {@code baton.zone} unless given. */
    String zone() default "";

    /** The policy for missed fires: {@code skip}, {@code run-once} or {@code run-all}. */
    String missed() default "skip";

    /**
     * The policy for a job that is due while it runs: {@code allow}, {@code skip}, {@code queue} or {@code replace}.
     */
    String overlap() default "allow";

    /** How many attempts a run has. */
    int attempts() default 1;

    /** The delay before the second attempt; each later delay is twice the one before. */
    String retryDelay() default "10s";

    /** The time limit of an attempt; none unless given. */
    String timeout() default "";

    /** The priority; higher goes first. */
    int priority() default 0;

    /** The queue; {@code default} unless given. */
    String queue() default "";

    /** The labels that a node must have to run the job. */
    String[] labels() default {};

    /** Tags, by which programs find and remove jobs. */
    String[] tags() default {};

    /**
     * Whether the method runs in the transaction that records the end of its run. What it writes through a {@code
     * JdbcTemplate} or {@code JdbcClient}, and what it starts through {@link dev.baton.Baton}, is then committed
     * together with the run's success, exactly once, or not at all.
     */
    boolean transactional() default false;
}
