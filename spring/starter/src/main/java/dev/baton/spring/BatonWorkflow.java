package dev.baton.spring;

import dev.baton.OnFailure;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a bean a workflow whose steps are its methods with {@link BatonStep}. Texts may contain placeholders.
 *
 * <pre>{@code
 * @Component
 * @BatonWorkflow(name = "etl", cron = "0 2 * * *")
 * class Etl {
 *     @BatonStep Rows extract(RunContext context) { … }
 *     @BatonStep(after = "extract") void load(@FromStep("extract") Rows rows) { … }
 *     @BatonStep(after = "load:failure") void alert(RunContext context) { … }
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface BatonWorkflow {

    /** The name of the workflow. */
    String name();

    /** The schedule; without one the workflow is only triggered. */
    String cron() default "";

    /** The zone of the schedule; {@code baton.zone} unless given. */
    String zone() default "";

    /** The policy for missed fires: {@code skip}, {@code run-once} or {@code run-all}. */
    String missed() default "skip";

    /**
     * The policy for a workflow that is due while it runs: {@code allow}, {@code skip}, {@code queue} or {@code
     * replace}.
     */
    String overlap() default "allow";

    /** The time limit of an execution; none unless given. */
    String timeout() default "";

    /** The reaction to a failed step. */
    OnFailure onStepFailure() default OnFailure.CASCADE;

    /** Tags, by which programs find and remove workflows. */
    String[] tags() default {};
}
