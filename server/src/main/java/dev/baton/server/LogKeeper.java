package dev.baton.server;

import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.server.dispatch.LogSink;
import dev.baton.server.log.RunLogs;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Logged;
import dev.baton.worker.Dispatch.Stream;
import java.util.List;

/** Writes the output of runs, and the server's remarks about them, to their logs; closes the log when a run ends. */
final class LogKeeper implements LogSink, Listener {

    private final RunLogs logs;

    LogKeeper(RunLogs logs) {
        this.logs = logs;
    }

    @Override
    public void append(RunId run, int attempt, List<LogEntry> entries) {
        try {
            logs.append(run, attempt, entries);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void appendAgain(RunId run, int attempt, List<LogEntry> entries) {
        // Lines from the first time may still be in memory.
        flush(run);
        append(run, attempt, logs.without(run, entries));
    }

    @Override
    public Logged logged(RunId run, int attempt) {
        // Of what another process of the worker sent, the end may still be in memory.
        flush(run);
        return logs.count(run, attempt);
    }

    @Override
    public void flush(RunId run) {
        try {
            logs.flush(run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void handOver(RunId run) {
        try {
            logs.leave(run);
            logs.flush(run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void leave(RunId run) {
        logs.leave(run);
    }

    @Override
    public void runRetried(RunEvent event) {
        say(event, "attempt " + event.attempt() + " failed: " + event.detail() + "; it will be tried again");
        // The next attempt may run on a worker of another server.
        logs.leave(event.run());
    }

    @Override
    public void runFinished(RunEvent event) {
        if (event.status().countsAsFailure()) {
            say(event, event.status() + (event.detail().isEmpty() ? "" : ": " + event.detail()));
        }
        logs.close(event.run());
    }

    private void say(RunEvent event, String text) {
        append(event.run(), event.attempt(), List.of(new LogEntry(event.at(), Stream.SYSTEM, text)));
    }
}
