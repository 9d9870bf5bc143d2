package dev.baton.server.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run has said and is not written down yet. Whoever follows the run reads it here first. A buffer that was
 * retired takes nothing any more: there is or will be another one for the run. Safe from any thread.
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
     * Some of what is to be written down.
     *
     * @param closes whether nothing comes after it
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

    /** Adds a piece when there is room for it, or waits for room; false when the buffer is retired. */
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

    /** Nothing more is to come; false when the buffer is retired. */
    synchronized boolean close() {
        closing = true;
        return !retired;
    }

    /** Nothing more is to come from here for now: it is retired once everything is written down. */
    synchronized void leave() {
        leaving = true;
    }

    /** The first of what is to be written down; null when there is nothing. */
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

    /** Confirms that the taken batch was written; true when there is more. */
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

    /** Another node has written for the same run: what is here comes after that. */
    synchronized void moveTo(LogSummary written) {
        end += written.bytes() - start;
        start = written.bytes();
        startNumber = written.lines();
    }

    /** Retires when nobody has said anything for a while. */
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

    /** Lines that begin at a position or later; null when they have to be read from the database. */
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

    /** Where the line with a number begins; -1 when that is written down already. */
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

    /** How much the run has said, of which the database knows a part. */
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

    /** Waits for something behind a position. */
    synchronized void awaitBehind(long position, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (!retired && end <= position && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    /** Waits until everything that was said so far is written down. */
    synchronized void awaitWritten() throws InterruptedException {
        long until = end;
        while (!retired && (start < until || closing)) {
            wait();
        }
    }
}
