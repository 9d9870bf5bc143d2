package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Makes a method of a {@link BatonWorkflow} one of its steps. Its parameters are those of a {@link BatonJob}.
 *
 * <pre>{@code
 * @BatonStep(after = "charge", attempts = 3)
 * void ship(Order order) {
 *     post.send(order);
 * }
 * }</pre>
 */
@Documented
@Reflective
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface BatonStep {

    /** The name of the step; the name of the method unless given. */
    @AliasFor("name")
    String value() default "";

    /** The name of the step; the name of the method unless given. */
    @AliasFor("value")
    String name() default "";

    /**
     * The steps that it runs after, each by its name, after its success, or with a condition: {@code "load:failure"},
     * {@code "load:skipped"}, {@code "load:complete"}.
     */
    String[] after() default {};

    /** Whether one of its dependencies is enough; otherwise all must hold. */
    boolean any() default false;

    /** Whether it is the final step, which runs after all others, however they ended. */
    boolean isFinal() default false;

    /** Whether the workflow may succeed although this step failed. */
    boolean allowFailure() default false;

    /** How many attempts a run has. */
    int attempts() default 1;

    /** The delay before the second attempt; each later delay is twice the one before. */
    String retryDelay() default "10s";

    /** The time limit of an attempt; none unless given. */
    String timeout() default "";

    /** The queue; {@code default} unless given. */
    String queue() default "";

    /** Whether the method runs in the transaction that records its end; see {@link BatonJob#transactional()}. */
    boolean transactional() default false;
}
