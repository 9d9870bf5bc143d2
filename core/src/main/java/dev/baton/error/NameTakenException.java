package dev.baton.error;

/**
 * Thrown when another job or workflow already has the name.
 *
 * <pre>{@code
 * try {
 *     baton.add(job);
 * } catch (NameTakenException taken) {
 *     baton.put(job); // replaces the job of that name
 * }
 * }</pre>
 */
public final class NameTakenException extends BatonException {

    private final String name;

    /** @param name the name that is taken */
    public NameTakenException(String name) {
        super("\"" + name
                + "\" is taken by a registered job or workflow. Choose another name, or use put to replace it.");
        this.name = name;
    }

    /** The name that is taken. */
    public String name() {
        return name;
    }
}
