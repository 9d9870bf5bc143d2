package dev.baton.error;

/**
 * Thrown when no schedule is kept under a name.
 *
 * <pre>{@code
 * try {
 *     baton.schedules().pause("tenant-7");
 * } catch (NoSuchScheduleException unknown) {
 *     System.out.println(unknown.name() + " has no schedule");
 * }
 * }</pre>
 */
public final class NoSuchScheduleException extends BatonException {

    private final String name;

    /**
     * An exception for an unknown name.
     *
     * @param name the unknown name
     * @param known the names of the schedules that are kept, for a hint
     */
    public NoSuchScheduleException(String name, Iterable<String> known) {
        super("no schedule is named \"" + name + "\"." + DidYouMean.sentence(name, known));
        this.name = name;
    }

    /** The unknown name. */
    public String name() {
        return name;
    }
}
