package dev.baton.worker.log;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Replaces secrets by {@value #MASK}. Where secrets overlap, all that belongs to any of them is replaced. Of a secret
 * with several lines, each line counts as a secret as well, because tools like to print them one by one. Immutable, safe
 * from any thread.
 */
public final class Masker {

    static final String MASK = "***";

    /** Shorter lines of a longer secret are too ordinary to be masked everywhere. */
    private static final int SHORTEST_LINE = 8;

    private static final int NONE = -1;
    private static final int UNDECIDED = -2;

    private final List<String> longestFirst;

    private Masker(List<String> longestFirst) {
        this.longestFirst = longestFirst;
    }

    /** For these secrets; blank ones are ignored. */
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

    /** The text without secrets. */
    public String mask(String text) {
        StringBuilder masked = new StringBuilder(text.length());
        Stream stream = stream(masked::append);
        stream.write(text);
        stream.end();
        return masked.toString();
    }

    /** For text that comes in pieces: a secret is found wherever it is cut. */
    public Stream stream(Consumer<CharSequence> next) {
        return new Stream(next);
    }

    /** Masks text that comes in pieces. For one thread at a time. */
    public final class Stream {

        private final Consumer<CharSequence> next;

        /** What may be the beginning of a secret. */
        private final StringBuilder held = new StringBuilder();

        private Stream(Consumer<CharSequence> next) {
            this.next = next;
        }

        /** Takes a piece, and hands on as much as certainly is no part of a secret that goes on in the next. */
        public void write(CharSequence piece) {
            if (longestFirst.isEmpty()) {
                next.accept(piece);
                return;
            }
            held.append(piece);
            handOn(false);
        }

        /** Nothing follows: hands on what was held back. */
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

        /** Where the secret that begins here ends, with those that begin within it. */
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
