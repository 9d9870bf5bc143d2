package dev.baton;

/**
 * A body that waits for a person: {@link Execution#approve} ends its run as a success, {@link Execution#reject} as a
 * failure.
 *
 * <pre>{@code
 * w.call("approve", new Approval("Release 2.0?")).after(build);
 * // later, by a person
 * execution.approve("approve", "Ada: looks good");
 * }</pre>
 *
 * @param message the question that the person is asked
 */
public record Approval(String message) implements Deferred {

    @Override
    public void begin(RunContext context, Handover handover) {
        context.progress(0, message);
    }
}
