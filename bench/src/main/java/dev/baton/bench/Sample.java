package dev.baton.bench;

import java.util.Arrays;

/**
 * The results of one side over all rounds.
 *
 * @param median the middle one
 * @param least the least
 * @param most the most
 */
public record Sample(double median, double least, double most) {

    /** The sample of these rounds. */
    public static Sample of(double... rounds) {
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        return new Sample(percentile(sorted, 0.5), sorted[0], sorted[sorted.length - 1]);
    }

    /** The value below which this share of the sorted values lies. */
    public static double percentile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * (sorted.length - 1)))];
    }
}
