package dev.baton.cli.output;

/** Texts that come from elsewhere, made fit for a cell or a line of a terminal. */
public final class Texts {

    private Texts() {}

    /** A number of things: {@code 1 job}, {@code 2 jobs}. */
    public static String count(int number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }

    /**
     * The text on one line, without escape sequences and control characters: what a job printed must not move the cursor
     * of a reader's terminal.
     */
    public static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int character = text.codePointAt(i);
            int next = i + Character.charCount(character);
            if (character == '\u001b') {
                i = afterEscape(text, next);
                continue;
            }
            if (Character.isWhitespace(character)) {
                line.append(character == '\r' ? "" : " ");
            } else if (isVisible(character)) {
                line.appendCodePoint(character);
            }
            i = next;
        }
        return line.toString().strip();
    }

    /** The same with the blanks it begins with, which say something in a log: a stack trace, a table. */
    public static String plain(String text) {
        int blanks = 0;
        while (blanks < text.length() && (text.charAt(blanks) == ' ' || text.charAt(blanks) == '\t')) {
            blanks++;
        }
        return text.substring(0, blanks) + line(text);
    }

    /** The text with its lines, without anything that a terminal would obey, colours aside. */
    public static String printed(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            int next = i + Character.charCount(character);
            if (character == '\u001b') {
                int end = afterEscape(text, next);
                if (text.charAt(end - 1) == 'm' && text.startsWith("[", next)) {
                    kept.append(text, i, end);
                }
                i = end;
                continue;
            }
            if (character == '\n' || character == '\t' || isVisible(character)) {
                kept.appendCodePoint(character);
            }
            i = next;
        }
        return kept.toString();
    }

    private static boolean isVisible(int character) {
        int type = Character.getType(character);
        return type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE;
    }

    /** Where a sequence that began with ESC ends: {@code ESC [ … letter}, {@code ESC ] … BEL}, or one more character. */
    private static int afterEscape(String text, int start) {
        if (start >= text.length()) {
            return start;
        }
        char kind = text.charAt(start);
        int i = start + 1;
        if (kind == '[') {
            while (i < text.length() && (text.charAt(i) < '@' || text.charAt(i) > '~')) {
                i++;
            }
            return Math.min(text.length(), i + 1);
        }
        if (kind == ']') {
            while (i < text.length() && text.charAt(i) != '\u0007' && text.charAt(i) != '\u001b') {
                i++;
            }
            return Math.min(text.length(), i + 1);
        }
        return i;
    }

    /** How many columns of a terminal a text takes. */
    public static int width(String text) {
        return text.codePoints().map(Texts::width).sum();
    }

    private static int width(int character) {
        if (character < 0x300) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean wide = (character >= 0x1100 && character <= 0x115f)
                || (character >= 0x2e80 && character <= 0xa4cf)
                || (character >= 0xac00 && character <= 0xd7a3)
                || (character >= 0xf900 && character <= 0xfaff)
                || (character >= 0xfe30 && character <= 0xfe6f)
                || (character >= 0xff00 && character <= 0xff60)
                || (character >= 0x1f300 && character <= 0x1faff)
                || (character >= 0x20000 && character <= 0x3fffd);
        return wide ? 2 : 1;
    }

    /** The text, cut to a width, with an ellipsis in the place of the rest. */
    public static String cut(String text, int width, String ellipsis) {
        if (width(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int room = Math.max(0, width - width(ellipsis));
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            room -= width(character);
            if (room < 0) {
                break;
            }
            kept.appendCodePoint(character);
            i += Character.charCount(character);
        }
        return kept.append(ellipsis).toString();
    }

    /** The text with blanks behind it, up to a width. */
    public static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }
}
