package dev.baton.worker.wire;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Progress;
import dev.baton.worker.Dispatch.Result;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of requests and responses that are not themselves records of {@link dev.baton.worker.Dispatch}.
 *
 * <pre>{@code
 * String body = WireFormat.mapper().writeValueAsString(new Messages.Claim("w-1", 4, Duration.ofSeconds(20)));
 * }</pre>
 */
public final class Messages {

    private Messages() {}

    /** A request for runs; see {@link dev.baton.worker.Dispatch#claim}. */
    public record Claim(String worker, int most, Duration patience) {}

    /** The answer to {@link Claim}. */
    public record Claimed(List<Assignment> assignments) {}

    /** A heartbeat; see {@link dev.baton.worker.Dispatch#heartbeat}. */
    public record Heartbeat(String worker, List<Progress> running) {}

    /**
     * More entries of a log; see {@link dev.baton.worker.Dispatch#log}.
     *
     * @param again whether they were sent before, and not answered
     */
    public record Log(
            String worker,
            String lease,
            List<LogEntry> entries,
            @Nullable Boolean again) {}

    /** The question how much of a log the server has; see {@link dev.baton.worker.Dispatch#logged}. */
    public record HowMuch(String worker, String lease) {}

    /** The question for results of items; see {@link dev.baton.worker.Dispatch#results}. */
    public record Results(String worker, String lease, int from) {}

    /** The end of a run; see {@link dev.baton.worker.Dispatch#finish}. */
    public record Finish(String worker, String lease, Result result) {}

    /** A worker that leaves; see {@link dev.baton.worker.Dispatch#leave}. */
    public record Leave(String worker) {}
}
