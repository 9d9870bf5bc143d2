package dev.baton.server.api.runs;

import dev.baton.Execution;
import dev.baton.RunId;
import dev.baton.server.http.EventStream;
import dev.baton.server.log.Logs;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The clients that follow logs live. A few threads serve all of them. Safe from any thread. */
final class LogFollowers implements AutoCloseable {

    private static final int THREADS = 2;

    private final Logs logs;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "baton-log-followers");
        thread.setDaemon(true);
        return thread;
    });

    LogFollowers(Logs logs) {
        this.logs = logs;
    }

    /** Sends the lines of a run from an offset on, until its log has ended or the client has disconnected. */
    void follow(EventStream stream, Execution execution, RunId run, long offset) {
        LogFollower follower = new LogFollower(stream, logs.tail(run, offset), execution, run.number());
        look(stream, follower, 0);
    }

    private void look(EventStream stream, LogFollower follower, long delayMillis) {
        try {
            var unused = threads.schedule(
                    () -> {
                        long again = follower.look();
                        if (again >= 0) {
                            look(stream, follower, again);
                        }
                    },
                    delayMillis,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            stream.close();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
