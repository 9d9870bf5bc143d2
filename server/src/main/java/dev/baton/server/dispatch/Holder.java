package dev.baton.server.dispatch;

import dev.baton.Run;
import dev.baton.worker.wire.JsonMappers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The worker that holds, or held, the lease on an attempt: kept with the run as JSON, before the worker hears of the
 * run.
 *
 * @param lease the id of the lease
 * @param worker the id of the worker
 * @param name what people call the worker
 * @param host the host it runs on; null if it does not say
 * @param exitCode the exit code of the attempt's process; null without one, or while it runs
 */
public record Holder(
        String lease,
        String worker,
        String name,
        @Nullable String host,
        @Nullable Integer exitCode) {

    private static final JsonMapper JSON = JsonMappers.plain();

    /** Who holds, or held last, the lease on a run; empty if no worker was noted. */
    public static Optional<Holder> of(Run run) {
        return run.holder().flatMap(Holder::parse);
    }

    static Holder of(String lease, AttachedWorker worker) {
        return new Holder(lease, worker.id, worker.introduction.name(), worker.introduction.host(), null);
    }

    /** Reads what was kept; empty if that is something else. */
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

    /** The text to keep. */
    public String text() {
        return JSON.writeValueAsString(this);
    }
}
