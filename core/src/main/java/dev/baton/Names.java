package dev.baton;

import dev.baton.error.InvalidNameException;
import java.util.regex.Pattern;

/** The rule for names of jobs, workflows and steps. */
final class Names {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    private Names() {}

    static String check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidNameException(name);
        }
        return name;
    }
}
