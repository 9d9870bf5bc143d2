package dev.baton.worker.log;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Replaces secrets by {@value #MASK}. Where secrets overlap, the whole overlapping text is replaced. Each line of a
 * secret with several lines counts as a secret too, because tools often print them one by one. Immutable, safe from any
 * thread.
 *
 * <pre>{@code
 * String line = Masker.of(List.of("hunter2")).mask("the password is hunter2"); // the password is ***
 * }</pre>
 */
public final class Masker {

    static final String MASK = "***";

    /** Shorter lines of a longer secret are too common to mask everywhere. */
    private static final int SHORTEST_LINE = 8;

    private static final int NONE = -1;
    private static final int UNDECIDED = -2;

    private final List<String> longestFirst;

    private Masker(List<String> longestFirst) {
        this.longestFirst = longestFirst;
    }

    /** A masker for these secrets; blank ones are ignored. */
    public static Masker of(Collection<String> secrets) {
        Set<String> all = new LinkedHashSet<>();
        for (String secret : secrets) {
            if (!secret.isBlank()) {
                all.add(secret);
                secret.lines().filter(line -> line.length() >= SHORTEST_LINE).forEach(all::add);
            }
        }
        return new Masker(all.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    /** The text with its secrets masked. */
    public String mask(String text) {
        StringBuilder masked = new StringBuilder(text.length());
        Stream stream = stream(masked::append);
        stream.write(text);
        stream.end();
        return masked.toString();
    }

    /** A masker for text that arrives in pieces: it finds a secret that is split between pieces. */
    public Stream stream(Consumer<CharSequence> next) {
        return new Stream(next);
    }

    /** Masks text that arrives in pieces. Not thread-safe. */
    public final class Stream {

        private final Consumer<CharSequence> next;

        /** Text that may be the beginning of a secret. */
        private final StringBuilder held = new StringBuilder();

        private Stream(Consumer<CharSequence> next) {
            this.next = next;
        }

        /** Takes a piece, and passes on all text that cannot be part of a secret that continues in the next piece. */
        public void write(CharSequence piece) {
            if (longestFirst.isEmpty()) {
                next.accept(piece);
                return;
            }
            held.append(piece);
            handOn(false);
        }

        /** Passes on the held text: no piece follows. */
        public void end() {
            handOn(true);
        }

        private void handOn(boolean last) {
            StringBuilder clear = new StringBuilder(held.length());
            int at = 0;
            while (at < held.length()) {
                int end = endOfSecrets(at, last);
                if (end == UNDECIDED) {
                    break;
                }
                if (end == NONE) {
                    clear.append(held.charAt(at));
                    at++;
                } else {
                    clear.append(MASK);
                    at = end;
                }
            }
            held.delete(0, at);
            if (!clear.isEmpty()) {
                next.accept(clear);
            }
        }

        /** The end of the secret that begins here, extended by secrets that begin within it. */
        private int endOfSecrets(int start, boolean last) {
            int end = endOfSecret(start, last);
            for (int at = start + 1; end >= 0 && at < end; at++) {
                int another = endOfSecret(at, last);
                end = another == UNDECIDED ? UNDECIDED : Math.max(end, another);
            }
            return end;
        }

        private int endOfSecret(int start, boolean last) {
            int length = held.length() - start;
            for (String secret : longestFirst) {
                int shared = Math.min(length, secret.length());
                if (begins(secret, start, shared)) {
                    if (shared == secret.length()) {
                        return start + shared;
                    }
                    if (!last) {
                        return UNDECIDED;
                    }
                }
            }
            return NONE;
        }

        private boolean begins(String secret, int start, int length) {
            for (int i = 0; i < length; i++) {
                if (held.charAt(start + i) != secret.charAt(i)) {
                    return false;
                }
            }
            return true;
        }
    }
}
