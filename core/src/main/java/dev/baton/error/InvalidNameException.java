package dev.baton.error;

/**
 * Thrown when a name is not allowed for a job, workflow or step.
 *
 * <pre>{@code
 * try {
 *     Job.named(tenant).run(context -> publish());
 * } catch (InvalidNameException invalid) {
 *     System.out.println(invalid.name() + " cannot be the name of a job");
 * }
 * }</pre>
 */
public final class InvalidNameException extends BatonException {

    private final String name;

    /** @param name the name that was given */
    public InvalidNameException(String name) {
        super("\"" + name + "\" cannot be a name: a letter or digit comes first, then up to 127 letters, digits, dots,"
                + " underscores or hyphens.");
        this.name = name;
    }

    /** The name that was given. */
    public String name() {
        return name;
    }
}
