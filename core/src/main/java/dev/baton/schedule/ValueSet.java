package dev.baton.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The values of a field, with the patterns that describe them.
 *
 * @param bits bit n for value n
 * @param min the smallest value the field can have
 * @param max the largest value the field can have; {@code min} follows it
 */
record ValueSet(long bits, int min, int max) {

    private static final int SHORTEST_RUN = 3;

    boolean isAll() {
        return count() == size();
    }

    boolean isSingle() {
        return count() == 1;
    }

    boolean isOnly(int value) {
        return bits == 1L << value;
    }

    boolean contains(int value) {
        return ((bits >>> value) & 1) != 0;
    }

    int count() {
        return Long.bitCount(bits);
    }

    int first() {
        return Long.numberOfTrailingZeros(bits);
    }

    /** The distance between the values, if it is the same from one end of the field to the other; else 0. */
    int step() {
        if (count() < 2) {
            return 0;
        }
        int step = Long.numberOfTrailingZeros(bits & (bits - 1)) - first();
        boolean reachesBothEnds = first() - step < min && first() + count() * step > max;
        for (int value = first(); value <= max; value += step) {
            if (!contains(value)) {
                return 0;
            }
        }
        return reachesBothEnds && count() == (max - first()) / step + 1 ? step : 0;
    }

    /** Whether {@link #step} continues evenly when the field starts over, as 15 does in 60. */
    boolean isEven() {
        return step() > 0 && size() % step() == 0;
    }

    /** Whether the values are consecutive, across the end of the field if need be. */
    boolean isRun() {
        return runs().size() == 1;
    }

    /** The first value of the run that this set {@linkplain #isRun is}. */
    int runStart() {
        return runs().get(0).from();
    }

    int runEnd() {
        return runs().get(0).to();
    }

    List<Integer> values() {
        List<Integer> values = new ArrayList<>();
        for (int value = min; value <= max; value++) {
            if (contains(value)) {
                values.add(value);
            }
        }
        return values;
    }

    /** {@code 1, 5 to 9 and 12}. */
    String inWords(IntFunction<String> name) {
        List<String> parts = new ArrayList<>();
        for (Run run : runs()) {
            if (run.length(size()) >= SHORTEST_RUN) {
                parts.add(name.apply(run.from()) + " to " + name.apply(run.to()));
            } else {
                parts.add(name.apply(run.from()));
                if (run.from() != run.to()) {
                    parts.add(name.apply(run.to()));
                }
            }
        }
        return Words.list(parts);
    }

    /** Whether {@link #inWords} is a single "a to b". */
    boolean isSpan() {
        return isRun() && count() >= SHORTEST_RUN;
    }

    private int size() {
        return max - min + 1;
    }

    private List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (int value : values()) {
            int last = runs.size() - 1;
            if (last >= 0 && runs.get(last).to() == value - 1) {
                runs.set(last, new Run(runs.get(last).from(), value));
            } else {
                runs.add(new Run(value, value));
            }
        }
        int last = runs.size() - 1;
        if (last > 0 && runs.get(0).from() == min && runs.get(last).to() == max) {
            Run acrossTheEnd = new Run(runs.get(last).from(), runs.get(0).to());
            if (acrossTheEnd.length(size()) >= SHORTEST_RUN) {
                runs.set(last, acrossTheEnd);
                runs.remove(0);
            }
        }
        return runs;
    }

    private record Run(int from, int to) {

        int length(int size) {
            return Math.floorMod(to - from, size) + 1;
        }
    }
}
