package dev.baton.cli.convert;

import java.util.regex.Pattern;

/** Words for a shell. */
final class Shell {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private Shell() {}

    /** A text as one word, in which nothing is expanded. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** A text as one word, in which variables are expanded. */
    static String word(String text) {
        if (PLAIN.matcher(text).matches()) {
            return text;
        }
        return text.contains("$") ? "\"" + text.replaceAll("([\\\\\"`])", "\\\\$1") + "\"" : quoted(text);
    }
}
