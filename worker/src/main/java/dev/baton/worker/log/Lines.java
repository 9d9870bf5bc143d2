package dev.baton.worker.log;

import java.util.function.Consumer;

/** Splits text that arrives in pieces into lines; a line that is too long is cut. Not thread-safe. */
final class Lines {

    private final int longest;
    private final Consumer<String> next;
    private final StringBuilder line = new StringBuilder();
    private boolean afterCarriageReturn;

    Lines(int longest, Consumer<String> next) {
        this.longest = longest;
        this.next = next;
    }

    void write(CharSequence piece) {
        for (int i = 0; i < piece.length(); i++) {
            write(piece.charAt(i));
        }
    }

    /** Emits the last line, which has no line break. */
    void end() {
        if (!line.isEmpty()) {
            hand();
        }
        afterCarriageReturn = false;
    }

    private void write(char c) {
        boolean secondOfBreak = c == '\n' && afterCarriageReturn;
        afterCarriageReturn = c == '\r';
        if (secondOfBreak) {
            return;
        }
        if (c == '\n' || c == '\r') {
            hand();
        } else {
            if (line.length() >= longest && !Character.isLowSurrogate(c)) {
                hand();
            }
            line.append(c);
        }
    }

    private void hand() {
        next.accept(line.toString());
        line.setLength(0);
    }
}
