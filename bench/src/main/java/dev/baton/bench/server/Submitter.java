package dev.baton.bench.server;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Submits runs at a steady rate on one connection. A time is counted from when the run was to be submitted, not from
 * when it was: a server that is late makes all that wait behind it late. What cannot be submitted in the time there is, is
 * not submitted.
 */
final class Submitter implements Runnable {

    private final URI server;
    private final String token;
    private final long from;
    private final long interval;
    private final long[] nanos;
    private int done;
    private int errors;
    private String firstError = "";

    /**
     * @param from when the first is due, as {@link System#nanoTime} has it
     * @param interval the nanoseconds from one to the next
     */
    Submitter(URI server, String token, long from, long interval, int count) {
        this.server = server;
        this.token = token;
        this.from = from;
        this.interval = interval;
        this.nanos = new long[count];
    }

    @Override
    public void run() {
        try (KeepAlive connection = new KeepAlive(server, token)) {
            long until = from + interval * nanos.length;
            for (int i = 0; i < nanos.length && System.nanoTime() < until; i++) {
                long due = from + i * interval;
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                KeepAlive.Answer answer = connection.post("/runs", "{\"job\":\"" + LoadedServer.JOB + "\"}");
                nanos[i] = System.nanoTime() - due;
                done++;
                if (answer.status() != 201) {
                    error(answer.status() + " " + answer.body());
                }
            }
        } catch (IOException e) {
            error(e.toString());
        }
    }

    private void error(String what) {
        errors++;
        if (firstError.isEmpty()) {
            firstError = what;
        }
    }

    /** The times of those that were answered. */
    double[] millis() {
        double[] millis = new double[done];
        for (int i = 0; i < done; i++) {
            millis[i] = nanos[i] / (double) TimeUnit.MILLISECONDS.toNanos(1);
        }
        return millis;
    }

    /** How many could not be submitted in time. */
    int left() {
        return nanos.length - done;
    }

    int errors() {
        return errors;
    }

    String firstError() {
        return firstError;
    }
}
