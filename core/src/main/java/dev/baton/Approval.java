package dev.baton;

/**
 * A body that waits for a person: {@link Execution#approve} ends its run as a success, {@link Execution#reject} as a
 * failure.
 *
 * @param message what the person is asked, for people
 */
public record Approval(String message) implements Deferred {

    @Override
    public void begin(RunContext context, Handover handover) {
        context.progress(0, message);
    }
}
