package dev.baton.bench.server;

import java.util.List;
import java.util.OptionalInt;

/**
 * The results of a load.
 *
 * @param seconds how long it took
 * @param resident the memory of the process at the start, in the middle and at the end, in megabytes
 * @param collections what collections left while it took
 */
record LoadReport(double seconds, List<Double> resident, List<LoadedServer.Collection> collections) {

    private static final double[] PERCENTILES = {0.5, 0.9, 0.99, 0.999};

    void print(double[] sortedMillis, int errors, int left) {
        System.out.printf(
                "submissions: %,d in %.1f s, %,.0f a second, %d errors, %,d not submitted in time%n",
                sortedMillis.length, seconds, sortedMillis.length / seconds, errors, left);
        StringBuilder times = new StringBuilder("time of a submission, in ms:");
        for (double percentile : PERCENTILES) {
            times.append(" p%s %.1f"
                    .formatted(
                            Double.toString(percentile * 100).replaceAll("\\.0$", ""), at(sortedMillis, percentile)));
        }
        times.append(" most %.1f".formatted(at(sortedMillis, 1)));
        System.out.println(times);
        System.out.printf(
                "memory of the process, in MB: %s (start, middle, end)%n",
                String.join(
                        ", ",
                        resident.stream()
                                .map(megabytes -> "%.0f".formatted(megabytes))
                                .toList()));
        System.out.printf(
                "least heap after a collection, in MB: %s (first, second, last third; %d collections)%n",
                String.join(", ", least(0), least(1), least(2)), collections.size());
    }

    private static double at(double[] sorted, double percentile) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * percentile))];
    }

    /** What lives on the heap shows right after a collection, best after the most thorough one. */
    private String least(int third) {
        int from = collections.size() * third / 3;
        int to = collections.size() * (third + 1) / 3;
        OptionalInt least = collections.subList(from, to).stream()
                .mapToInt(LoadedServer.Collection::megabytes)
                .min();
        return least.isPresent() ? Integer.toString(least.getAsInt()) : "none";
    }
}
