package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.worker.wire.JsonMappers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The worker that holds, or held, the lease on an attempt: recorded with the run as JSON before the worker gets the
 * run.
 *
 * @param lease the id of the lease
 * @param worker the id of the worker
 * @param name the name of the worker
 * @param host its host; null if it is not known
 * @param exitCode the exit code of the attempt's process; null without one, or while it runs
 */
public record Holder(
        String lease,
        String worker,
        String name,
        @Nullable String host,
        @Nullable Integer exitCode) {

    private static final JsonMapper JSON = JsonMappers.plain();

    /** The last holder of the lease on a run; empty if none was recorded. */
    public static Optional<Holder> of(Run run) {
        return run.holder().flatMap(Holder::parse);
    }

    static Holder of(String lease, AttachedWorker worker) {
        return new Holder(lease, worker.id, worker.introduction.name(), worker.introduction.host(), null);
    }

    /** Reads a recorded holder; empty if the text is not one. */
    static Optional<Holder> parse(String text) {
        try {
            return Optional.ofNullable(JSON.readValue(text, Holder.class));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    Holder withExitCode(@Nullable Integer code) {
        return new Holder(lease, worker, name, host, code);
    }

    /** The text to record. */
    public String text() {
        return JSON.writeValueAsString(this);
    }
}
