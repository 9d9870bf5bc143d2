package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects the problems of a document, and ends the reading if the document has more tables than the limits allow or
 * reading takes too long. For one thread.
 */
public final class Problems {

    /** Further problems are counted, but not kept: people read no more than these. */
    public static final int MOST_KEPT = 1_000;

    private static final Pattern LINE = Pattern.compile(":(\\d{1,9})$");
    private static final Comparator<Problem> BY_LINE = Comparator.comparingInt(Problems::line);

    private final List<Problem> found = new ArrayList<>();
    private final ReadLimits limits;
    private final long begun = System.nanoTime();
    private int total;
    private int tables;

    /** Collects the problems of a document of any size. */
    public Problems() {
        this(ReadLimits.NONE);
    }

    /** Collects the problems of a document within limits. */
    public Problems(ReadLimits limits) {
        this.limits = limits;
    }

    /** Adds a problem. */
    public void add(String place, String path, String message, String hint) {
        total++;
        if (found.size() < MOST_KEPT) {
            found.add(new Problem(place, path, message, hint));
        }
        checkTime();
    }

    /**
     * Checks the length of a text before it is parsed.
     *
     * @throws DocumentTooLargeException if it is too long
     */
    void checkLength(String text) {
        if (text.length() > limits.characters()) {
            throw DocumentTooLargeException.characters(limits.characters());
        }
    }

    /**
     * Checks the number of elements in a text before it is parsed.
     *
     * @throws DocumentTooLargeException if there are too many
     */
    void checkElements(int elements) {
        if (elements > limits.elements()) {
            throw DocumentTooLargeException.elements(limits.elements(), elements);
        }
    }

    /**
     * Counts a table.
     *
     * @throws DocumentTooLargeException if there are too many, or reading them takes too long
     */
    void countTable() {
        if (++tables > limits.tables()) {
            throw DocumentTooLargeException.tables(limits.tables());
        }
        checkTime();
    }

    private void checkTime() {
        if (System.nanoTime() - begun > limits.time().toNanos()) {
            throw DocumentTooLargeException.time(limits.time());
        }
    }

    /** Whether there are no problems. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** The number of problems, including those that were not kept. */
    public int total() {
        return total;
    }

    /** The kept problems, by line; without lines, in the order in which they were found. */
    public List<Problem> list() {
        return found.stream().sorted(BY_LINE).toList();
    }

    private static int line(Problem problem) {
        Matcher line = LINE.matcher(problem.place());
        return line.find() ? Integer.parseInt(line.group(1)) : 0;
    }

    /** The value if there are no problems; the problems otherwise. */
    public <T> Checked<T> check(T value) {
        return found.isEmpty() ? new Checked.Valid<>(value) : invalid();
    }

    /** The problems. */
    public <T> Checked<T> invalid() {
        return new Checked.Invalid<>(list(), total);
    }
}
