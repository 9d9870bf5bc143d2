package dev.baton.server.catalog;

import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.EventType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events about changes of definitions. Only the server that made a change publishes its event, which reaches
 * the other servers as any event does; they publish none when they apply the change. Safe from any thread.
 */
public final class DefinitionEvents {

    private final EventHub hub;

    /** Publishes through an event hub. */
    public DefinitionEvents(EventHub hub) {
        this.hub = hub;
    }

    /**
     * Publishes that a definition was created or changed.
     *
     * @param old the definition before; null if there was none with that name
     */
    public void put(@Nullable Entry old, Entry now) {
        if (old == null) {
            publish(now, EventType.JOB_CREATED, EventType.WORKFLOW_CREATED);
        } else {
            publish(now, EventType.JOB_CHANGED, EventType.WORKFLOW_CHANGED);
        }
        boolean wasPaused = old != null && old.timing().paused();
        if (now.timing().paused() && !wasPaused) {
            paused(now);
        } else if (wasPaused && !now.timing().paused()) {
            resumed(now);
        }
    }

    /** Publishes that a definition was removed. */
    public void removed(Entry entry) {
        publish(entry, EventType.JOB_REMOVED, EventType.WORKFLOW_REMOVED);
    }

    /** Publishes that a definition was paused. */
    public void paused(Entry entry) {
        publish(entry, EventType.JOB_PAUSED, EventType.WORKFLOW_PAUSED);
    }

    /** Publishes that a definition was resumed. */
    public void resumed(Entry entry) {
        publish(entry, EventType.JOB_RESUMED, EventType.WORKFLOW_RESUMED);
    }

    /** Publishes the changes of a file that replaced an earlier version. */
    public void reloaded(Map<String, Entry> before, Map<String, Entry> after) {
        before.values().stream().filter(old -> successor(old, after) == null).forEach(this::removed);
        for (Entry now : after.values()) {
            Entry old = successor(now, before);
            if (!now.equals(old)) {
                put(old, now);
            }
        }
    }

    /** The definitions with the same name and type: a job that becomes a workflow counts as removed and created. */
    private static @Nullable Entry successor(Entry entry, Map<String, Entry> others) {
        Entry other = others.get(entry.name());
        return other != null && other.getClass() == entry.getClass() ? other : null;
    }

    private void publish(Entry entry, EventType ofJob, EventType ofWorkflow) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", entry.name());
        data.put("source", entry.source().name().toLowerCase(Locale.ROOT));
        hub.publish(entry instanceof JobEntry ? ofJob : ofWorkflow, data);
    }
}
