package dev.baton.server.spec;

/**
 * Waits for a person, as long as the policy's time limit allows.
 *
 * @param message what the person is asked
 */
public record ApprovalWork(String message) implements WorkSpec {

    @Override
    public String kind() {
        return "approval";
    }
}
