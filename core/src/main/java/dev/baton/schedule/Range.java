package dev.baton.schedule;

/**
 * One item of a field: {@code first}, {@code first + step}, … as far as {@code size} values reach. A range that runs
 * past the end of its field wraps around.
 */
record Range(int first, int size, int step, Kind kind) {

    /** How the item was written, which decides whether the field is restricted and whether it names its values. */
    enum Kind {
        /** {@code *} or {@code ?}. */
        ANY,
        /** {@code *} or {@code H} with a step: a rhythm. */
        EVERY_NTH,
        /** Values, by number, name or hash. */
        NAMED
    }

    static Range of(int first, int size, Kind kind) {
        return new Range(first, size, 1, kind);
    }

    /** One value of this range. */
    Range only(int index) {
        return of(first + index, 1, Kind.NAMED);
    }

    /** Every nth value of this range, the first at {@code index}. */
    Range every(int n, int index) {
        return new Range(first + index, size - index, n, kind == Kind.ANY ? Kind.EVERY_NTH : kind);
    }

    /** How many values there are. */
    int count() {
        return (size - 1) / step + 1;
    }

    /** The values as bits. */
    long bits(Field field) {
        long bits = 0;
        for (int i = 0; i < size; i += step) {
            int value = first + i;
            bits |= 1L << (value > field.max() ? value - field.cycle() : value);
        }
        return bits;
    }
}
