package dev.baton.error;

/** A name under which no job or workflow is registered. */
public final class NoSuchJobException extends BatonException {

    private final String name;

    /**
     * @param name the name that was asked for
     * @param known the names that are registered, for a hint
     */
    public NoSuchJobException(String name, Iterable<String> known) {
        super("no job or workflow is named \"" + name + "\"." + DidYouMean.sentence(name, known));
        this.name = name;
    }

    /** The name that was asked for. */
    public String name() {
        return name;
    }
}
