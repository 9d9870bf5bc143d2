package dev.baton.internal;

import dev.baton.Timing;
import dev.baton.internal.definition.Scheduled;
import dev.baton.spi.ScheduleRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schedule that is data, as this node knows it. Its content is replaced when it changes. Safe from any thread. */
final class KeptEntry implements Scheduled {

    private final String fires;
    private final Object reading = new Object();
    private volatile Content content;
    private volatile boolean paused;
    private @Nullable Instant dealtWith;

    /**
     * The content of a schedule.
     *
     * @param record the schedule as it is kept
     * @param timing the settings around its times
     * @param parameters the parameters, where nothing is encoded; null on a store
     */
    record Content(
            ScheduleRecord record, Timing timing, @Nullable Map<String, Object> parameters) {}

    KeptEntry(Content content) {
        this.fires = ScheduleRecord.firesOf(content.record().name());
        this.content = content;
        set(content);
    }

    /** Replaces the content. */
    void set(Content newContent) {
        content = newContent;
        paused = newContent.record().state().paused();
        synchronized (reading) {
            long known = newContent.record().state().dealtWith();
            dealtWith = known == 0 ? null : Time.toInstant(known);
        }
    }

    Content content() {
        return content;
    }

    ScheduleRecord record() {
        return content.record();
    }

    /**
     * The time up to which fires were handled when the record was read; null after the first call. It may be outdated by
     * then, which does no harm: the store refuses a fire that was handled.
     */
    @Nullable Instant takeDealtWith() {
        synchronized (reading) {
            Instant known = dealtWith;
            dealtWith = null;
            return known;
        }
    }

    @Override
    public String name() {
        return fires;
    }

    @Override
    public Timing timing() {
        return content.timing();
    }

    @Override
    public boolean isPaused() {
        return paused;
    }

    @Override
    public void setPaused(boolean newPaused) {
        paused = newPaused;
    }
}
