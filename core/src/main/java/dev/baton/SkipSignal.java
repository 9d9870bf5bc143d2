package dev.baton;

/**
 * The exception by which {@link RunContext#skip} leaves a body. It has no stack trace and is no error: code that wraps
 * a body must let it pass.
 *
 * <pre>{@code
 * Interceptor logged = call -> {
 *     try {
 *         return call.proceed();
 *     } catch (SkipSignal skipped) {
 *         throw skipped;
 *     } catch (Exception e) {
 *         call.context().log().error("it failed", e);
 *         throw e;
 *     }
 * };
 * }</pre>
 */
public final class SkipSignal extends RuntimeException {

    /** @param reason why there is nothing to do */
    public SkipSignal(String reason) {
        super(reason, null, false, false);
    }
}
