package dev.baton.error;

/**
 * Thrown when no job or workflow is registered under a name.
 *
 * <pre>{@code
 * try {
 *     baton.pause("reprot");
 * } catch (NoSuchJobException unknown) {
 *     System.out.println(unknown.getMessage()); // … Did you mean "report"?
 * }
 * }</pre>
 */
public final class NoSuchJobException extends BatonException {

    private final String name;

    /**
     * @param name the unknown name
     * @param known the registered names, for a hint
     */
    public NoSuchJobException(String name, Iterable<String> known) {
        super("no job or workflow is named \"" + name + "\"." + DidYouMean.sentence(name, known));
        this.name = name;
    }

    /** The unknown name. */
    public String name() {
        return name;
    }
}
