package dev.baton.error;

/** A job or workflow whose name another one has already. */
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
