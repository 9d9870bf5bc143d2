package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.log.Masker;
import dev.baton.worker.log.RunLog;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records the log and progress of a kind. */
final class TestIo implements RunIo {

    private final RunLog log = new RunLog(Masker.of(List.of()), RunLog.DEFAULT_LIMIT, Clock.systemUTC());

    @Override
    public RunLog log() {
        return log;
    }

    @Override
    public void progress(@Nullable Double fraction, @Nullable String message) {}

    @Override
    public boolean isStopped() {
        return false;
    }

    List<String> texts() {
        return log.next(Integer.MAX_VALUE).stream().map(LogEntry::text).toList();
    }
}
