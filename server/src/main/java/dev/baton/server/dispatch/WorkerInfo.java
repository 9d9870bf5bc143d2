package dev.baton.server.dispatch;

import dev.baton.RunId;
import dev.baton.worker.Dispatch;
import java.time.Instant;
import java.util.List;

/**
 * A worker, as people see it.
 *
 * @param id what it is called
 * @param introduction who it said it is
 * @param local whether it is in the server's own process
 * @param draining whether it takes nothing more
 * @param since when it came
 * @param seen when it last gave a sign of life
 * @param running the runs it has
 */
public record WorkerInfo(
        String id,
        Dispatch.Introduction introduction,
        boolean local,
        boolean draining,
        Instant since,
        Instant seen,
        List<RunId> running) {}
