package dev.baton.seeded;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The values of one try, all drawn from its seed. Bounds are drawn more often than chance would have it, because that
 * is where mistakes are: the least and the greatest number, the empty and the longest text. For one thread.
 */
public final class Draw {

    /** One value in so many is drawn from the edges. */
    private static final int EDGES = 12;

    private final long seed;
    private final Random random;

    Draw(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** The seed itself, for generators with a source of chance of their own. */
    public long seed() {
        return seed;
    }

    /** Another source of chance, for another thread. */
    public Draw split() {
        return new Draw(random.nextLong());
    }

    public boolean flag() {
        return random.nextBoolean();
    }

    /** True in this share of cases. */
    public boolean chance(double share) {
        return random.nextDouble() < share;
    }

    public int between(int min, int max) {
        return (int) between((long) min, (long) max);
    }

    /** A number between two bounds, both included. */
    public long between(long min, long max) {
        long nearestToZero = Math.max(min, Math.min(max, 0));
        return switch (random.nextInt(EDGES)) {
            case 0 -> of(min, max, Math.min(max, min + 1), Math.max(min, max - 1), nearestToZero);
            case 1 -> Math.max(min, Math.min(max, nearestToZero + random.nextInt(-100, 101)));
            default -> evenly(min, max);
        };
    }

    private long evenly(long min, long max) {
        if (max < Long.MAX_VALUE) {
            return random.nextLong(min, max + 1);
        }
        return min == Long.MIN_VALUE ? random.nextLong() : random.nextLong(min - 1, max) + 1;
    }

    public double between(double min, double max) {
        return random.nextInt(EDGES) == 0
                ? of(min, max, Math.max(min, Math.min(max, 0.0)))
                : random.nextDouble(min, max);
    }

    @SafeVarargs
    public final <T> T of(T... values) {
        return values[random.nextInt(values.length)];
    }

    public <T> T of(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** What one of the suppliers draws, each as likely as the others. */
    @SafeVarargs
    public final <T> T oneOf(Supplier<? extends T>... suppliers) {
        return suppliers[random.nextInt(suppliers.length)].get();
    }

    /** Null in half of the cases. */
    public <T> T orNull(Supplier<T> supplier) {
        return flag() ? null : supplier.get();
    }

    public <T> List<T> list(int min, int max, Supplier<T> elements) {
        return fill(new ArrayList<>(), between(min, max), elements);
    }

    /** A set of at most so many elements: those drawn twice count once. */
    public <T> Set<T> set(int max, Supplier<T> elements) {
        return fill(new LinkedHashSet<>(), between(0, max), elements);
    }

    private static <T, C extends Collection<T>> C fill(C collection, int size, Supplier<T> elements) {
        for (int i = 0; i < size; i++) {
            collection.add(elements.get());
        }
        return collection;
    }

    public byte[] bytes(int max) {
        byte[] bytes = new byte[between(0, max)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            if (random.nextInt(EDGES) == 0) {
                bytes[i] = of((byte) 0, (byte) -1, (byte) 127, (byte) -128, (byte) '\n', (byte) '"', (byte) '=');
            }
        }
        return bytes;
    }

    /** Text of any characters: ASCII, controls, all planes of Unicode, and halves of surrogate pairs. */
    public String text(int minLength, int maxLength) {
        int length = between(minLength, maxLength);
        // Some texts are of one sort of characters, others of all.
        int sort = random.nextInt(8);
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            int character = character(sort == 7 ? random.nextInt(7) : sort);
            text.append(text.length() + Character.charCount(character) > length ? "x" : Character.toString(character));
        }
        return text.toString();
    }

    private int character(int sort) {
        return switch (sort) {
            case 0, 1 -> random.nextInt(0x20, 0x7F);
            case 2 -> random.nextInt(0, 0x20);
            case 3 -> random.nextInt(0x7F, 0x250);
            case 4 -> random.nextInt(0, 0x10000);
            case 5 -> random.nextInt(0x10000, Character.MAX_CODE_POINT + 1);
            default -> of(0, (int) '\n', (int) '\r', (int) '"', (int) '\\', 0xD800, 0xDFFF, 0xFEFF, 0xFFFF, 0x2028);
        };
    }

    /** Text of the characters of an alphabet. */
    public String textOf(String alphabet, int minLength, int maxLength) {
        StringBuilder text = new StringBuilder();
        for (int length = between(minLength, maxLength); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
