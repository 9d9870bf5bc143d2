package dev.baton.server.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a run that are not in the database yet. Readers that follow the run read them here first. A retired
 * buffer accepts no more lines: the run has another buffer, or will get one. Safe from any thread.
 */
final class LogBuffer {

    private final String run;
    private final Deque<Piece> pending = new ArrayDeque<>();
    private long start;
    private long startNumber;
    private long end;
    private long cost;
    private long mostCost;
    private boolean closing;
    private boolean leaving;
    private boolean retired;
    private long touched = System.nanoTime();

    LogBuffer(String run, LogSummary written) {
        this.run = run;
        this.start = written.bytes();
        this.startNumber = written.lines();
        this.end = start;
    }

    String run() {
        return run;
    }

    /**
     * A batch of pieces to write.
     *
     * @param closes whether the log is closed after this batch
     */
    record Taken(LogBuffer buffer, long start, long startNumber, List<Piece> pieces, boolean closes) {

        String run() {
            return buffer.run;
        }

        long end() {
            return start + pieces.stream().mapToLong(Piece::size).sum();
        }

        long endNumber() {
            return startNumber + pieces.size();
        }
    }

    /** Adds a piece, and waits for room if necessary; returns false if the buffer is retired. */
    synchronized boolean add(Piece piece, IntSupplier most) throws InterruptedException {
        while (!retired && cost > 0 && cost + piece.cost() > most.getAsInt()) {
            wait();
        }
        if (retired) {
            return false;
        }
        pending.addLast(piece);
        end += piece.size();
        cost += piece.cost();
        mostCost = Math.max(cost, mostCost);
        closing = false;
        leaving = false;
        touched = System.nanoTime();
        notifyAll();
        return true;
    }

    /** Closes the log; returns false if the buffer is retired. */
    synchronized boolean close() {
        closing = true;
        return !retired;
    }

    /** Retires the buffer once everything in it is written. */
    synchronized void leave() {
        leaving = true;
    }

    /** The next batch to write; null if there is nothing to write. */
    synchronized @Nullable Taken take(int most) {
        if (!retired && pending.isEmpty() && leaving && !closing) {
            retire();
        }
        if (retired || (pending.isEmpty() && !closing)) {
            return null;
        }
        List<Piece> taken = new ArrayList<>();
        long size = 0;
        for (Piece piece : pending) {
            if (size > 0 && size + piece.size() > most) {
                break;
            }
            taken.add(piece);
            size += piece.size();
        }
        return new Taken(this, start, startNumber, taken, closing && taken.size() == pending.size());
    }

    /** Confirms that the batch was written; returns true if there is more to write. */
    synchronized boolean written(Taken taken) {
        for (Piece piece : taken.pieces) {
            pending.removeFirst();
            cost -= piece.cost();
        }
        start = taken.end();
        startNumber = taken.endNumber();
        retired = pending.isEmpty() && (closing ? taken.closes : leaving);
        notifyAll();
        return !pending.isEmpty() || (closing && !retired);
    }

    /** Moves the contents of the buffer behind the lines that another node has written for the same run. */
    synchronized void moveTo(LogSummary written) {
        end += written.bytes() - start;
        start = written.bytes();
        startNumber = written.lines();
    }

    /** Retires the buffer if nothing was added for a while. */
    synchronized boolean retireWhenIdle(long nanos) {
        return pending.isEmpty() && !closing && System.nanoTime() - touched > nanos && retire();
    }

    synchronized boolean retire() {
        retired = true;
        notifyAll();
        return true;
    }

    synchronized boolean isRetired() {
        return retired;
    }

    /** The lines that begin at a position or later; null if they must be read from the database. */
    synchronized @Nullable List<LogLine> from(long position, int most) {
        if (retired || position < start) {
            return null;
        }
        List<LogLine> lines = new ArrayList<>();
        long at = start;
        long number = startNumber;
        int size = 0;
        for (Piece piece : position >= end ? List.<Piece>of() : pending) {
            if (size >= most) {
                break;
            }
            if (at >= position) {
                lines.add(piece.line(at, number));
                size += piece.size();
            }
            at += piece.size();
            number++;
        }
        return lines;
    }

    /** The offset of the line with a number; -1 if that line is in the database. */
    synchronized long offsetOf(long wanted) {
        if (wanted < startNumber) {
            return -1;
        }
        long at = start;
        long number = startNumber;
        for (Piece piece : pending) {
            if (number++ == wanted) {
                return at;
            }
            at += piece.size();
        }
        return end;
    }

    /** The size of the run's log, including the part that is not in the database yet. */
    synchronized LogSummary summary(LogSummary written) {
        return retired || end <= written.bytes()
                ? written
                : new LogSummary(end, startNumber + pending.size(), written.dropped(), false);
    }

    synchronized long mostCost() {
        return mostCost;
    }

    synchronized long start() {
        return start;
    }

    /** Waits for a line after a position. */
    synchronized void awaitBehind(long position, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (!retired && end <= position && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    /** Waits until everything that was added so far is written. */
    synchronized void awaitWritten() throws InterruptedException {
        long until = end;
        while (!retired && (start < until || closing)) {
            wait();
        }
    }
}
