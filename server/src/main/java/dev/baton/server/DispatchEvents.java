package dev.baton.server;

import dev.baton.Run;
import dev.baton.server.dispatch.DispatchListener;
import dev.baton.server.dispatch.WorkerInfo;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.EventType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Publishes events about workers and the progress of their runs. Safe from any thread. */
final class DispatchEvents implements DispatchListener {

    /** The longest text that other servers accept in a message; the run itself keeps the full text. */
    private static final int LONGEST_MESSAGE = 1_000;

    private final EventHub hub;

    DispatchEvents(EventHub hub) {
        this.hub = hub;
    }

    @Override
    public void workerChanged(WorkerChange change, WorkerInfo worker) {
        Map<String, Object> data = new LinkedHashMap<>();
        // The field is not called "name": a filter on a job's name must not match a worker with the same name.
        data.put("worker_id", worker.id());
        data.put("worker_name", worker.introduction().name());
        data.put("capacity", worker.introduction().capacity());
        data.put("running", worker.running().size());
        hub.publish(type(change), data);
    }

    private static EventType type(WorkerChange change) {
        return switch (change) {
            case JOINED -> EventType.WORKER_JOINED;
            case LEFT -> EventType.WORKER_LEFT;
            case LOST -> EventType.WORKER_LOST;
            case DRAINING -> EventType.WORKER_DRAINING;
            case RESUMED -> EventType.WORKER_RESUMED;
        };
    }

    @Override
    public void progressed(Running run, Run.Progress progress) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", run.job());
        data.put("execution_id", run.id().execution().toString());
        data.put("run_id", run.id().toString());
        data.put("attempt", run.attempt());
        data.put("fraction", progress.fraction());
        String message = progress.message();
        if (!message.isEmpty()) {
            data.put("message", message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
        }
        hub.publish(EventType.RUN_PROGRESS, data);
    }
}
