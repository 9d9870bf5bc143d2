package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a parameter of a {@link BatonStep} the output of an earlier step.
 *
 * <pre>{@code
 * @BatonStep(after = "charge")
 * void ship(Order order, @FromStep("charge") Receipt receipt) {
 *     post.send(order, receipt);
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface FromStep {

    /** The name of the step. */
    String value();
}
