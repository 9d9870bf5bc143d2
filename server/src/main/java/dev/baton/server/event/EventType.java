package dev.baton.server.event;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The types of events. */
public enum EventType {
    EXECUTION_STARTED("execution"),
    EXECUTION_FINISHED("execution"),
    EXECUTION_HELD("execution"),
    EXECUTION_RELEASED("execution"),
    EXECUTION_DEADLINE_MISSED("execution"),
    RUN_SCHEDULED("run"),
    RUN_STARTED("run"),
    RUN_PROGRESS("run"),
    RUN_RETRIED("run"),
    RUN_ASKS("run"),
    RUN_APPROVED("run"),
    RUN_REJECTED("run"),
    RUN_FINISHED("run"),
    RUN_SKIPPED("run"),
    JOB_CREATED("job"),
    JOB_CHANGED("job"),
    JOB_REMOVED("job"),
    JOB_PAUSED("job"),
    JOB_RESUMED("job"),
    WORKFLOW_CREATED("workflow"),
    WORKFLOW_CHANGED("workflow"),
    WORKFLOW_REMOVED("workflow"),
    WORKFLOW_PAUSED("workflow"),
    WORKFLOW_RESUMED("workflow"),
    WORKER_JOINED("worker"),
    WORKER_LEFT("worker"),
    WORKER_LOST("worker"),
    WORKER_DRAINING("worker"),
    WORKER_RESUMED("worker");

    private final String word;

    EventType(String subject) {
        this.word = subject + "." + name().substring(subject.length() + 1).toLowerCase(Locale.ROOT);
    }

    /** The name in events: {@code run.finished}. */
    public String word() {
        return word;
    }

    /** The names of all types in events. */
    public static List<String> words() {
        return Arrays.stream(values()).map(EventType::word).toList();
    }
}
