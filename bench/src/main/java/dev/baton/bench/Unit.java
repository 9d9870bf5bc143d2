package dev.baton.bench;

import java.util.Locale;

/** A unit of measurement, and whether more of it is better. */
public enum Unit {
    STEPS_PER_SECOND("steps/s", true),
    EXECUTIONS_PER_SECOND("executions/s", true),
    JOBS_PER_SECOND("jobs/s", true),
    NANOSECONDS("ns", false),
    MICROSECONDS("µs", false),
    MILLISECONDS("ms", false),
    COMMITS_PER_JOB("commits/job", false),
    BYTES("bytes", false),
    PERCENT("%", false);

    private final String name;
    private final boolean moreIsBetter;

    Unit(String name, boolean moreIsBetter) {
        this.name = name;
        this.moreIsBetter = moreIsBetter;
    }

    /** How many times better one side is than another. */
    public String times(Sample side, Sample other) {
        double ratio = moreIsBetter ? side.median() / other.median() : other.median() / side.median();
        int decimals = ratio >= 100 ? 0 : ratio >= 10 ? 1 : ratio >= 0.1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f ×", ratio);
    }

    /** The median, and how far the rounds lay apart. */
    public String format(Sample sample) {
        String spread = sample.least() == sample.most()
                ? ""
                : " (" + number(sample.least()) + "–" + number(sample.most()) + ")";
        return number(sample.median()) + " " + name + spread;
    }

    private static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return String.format(Locale.ROOT, "%.2f M", value / 1e6);
        }
        if (size >= 1e4) {
            return String.format(Locale.ROOT, "%.0f k", value / 1e3);
        }
        if (size > 0 && size < 1) {
            return String.format(Locale.ROOT, "%.3f", value);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : "%.1f", value);
    }
}
