package dev.baton.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A schedule of cron fields: a set of local times in a time zone. An instant belongs to it if its local time does; or
 * if it lies within the length of a gap after that gap, and its local time would have belonged had the clock not been
 * put forward. This moves every local time inside a gap forward by the length of the gap.
 *
 * <pre>{@code
 * Schedule nights = Schedule.parse("0 2 * * MON-FRI Europe/Berlin");
 * System.out.println(nights.describe() + ", next at " + nights.nextFire(Instant.now()).orElseThrow());
 * }</pre>
 */
public final class Cron implements Schedule {

    private static final long DAY = 86_400;
    private static final long FIRST = Instant.MIN.getEpochSecond();
    private static final long LAST = Instant.MAX.getEpochSecond();
    /** Counts every year as a leap year, so that the same date that many years later is always found. */
    private static final long SEARCH_YEAR = 366 * DAY;

    private final String text;
    private final ZoneTimeline timeline;
    private final Times times;
    private final Days days;
    private final int searchYears;
    private final boolean namesHours;

    Cron(String text, ZoneTimeline timeline, Times times, boolean namesHours, Days days, int searchYears) {
        this.text = text;
        this.timeline = timeline;
        this.times = times;
        this.namesHours = namesHours;
        this.days = days;
        this.searchYears = searchYears;
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return instant(nextSecond(after.getEpochSecond()));
    }

    @Override
    public Optional<Instant> previous(Instant before) {
        return instant(previousSecond(before.getEpochSecond() + (before.getNano() > 0 ? 1 : 0)));
    }

    @Override
    public boolean isRepeat(Instant fire) {
        return namesHours && timeline.endOfRepeat(fire.getEpochSecond()) != fire.getEpochSecond();
    }

    @Override
    public Optional<Instant> nextFire(Instant after) {
        return instant(nextFireSecond(after.getEpochSecond()));
    }

    @Override
    public long nextFireSecond(long afterEpochSecond) {
        long fire = nextSecond(afterEpochSecond);
        while (namesHours && fire != NEVER) {
            long endOfRepeat = timeline.endOfRepeat(fire);
            if (endOfRepeat == fire) {
                break;
            }
            fire = nextSecond(endOfRepeat - 1);
        }
        return fire;
    }

    @Override
    public String describe() {
        return new CronDescription(times, days, timeline.zone()).text();
    }

    @Override
    public List<String> warnings() {
        if (!days.bothRestricted()) {
            return List.of();
        }
        return List.of(
                switch (days.match()) {
                    case EITHER ->
                        "day-of-month and day-of-week are both restricted: a day on which either of them matches is a"
                                + " match. Put * into one of them if that is not meant.";
                    case BOTH ->
                        "day-of-month and day-of-week are both restricted: only a day on which both of them match is a"
                                + " match. Put * into one of them if that is not meant.";
                });
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public ZoneId zone() {
        return timeline.zone();
    }

    Times times() {
        return times;
    }

    Days days() {
        return days;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cron cron
                && text.equals(cron.text)
                && zone().equals(cron.zone())
                && times.equals(cron.times)
                && days.equals(cron.days)
                && searchYears == cron.searchYears;
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, zone(), times);
    }

    @Override
    public String toString() {
        return text;
    }

    private static Optional<Instant> instant(long second) {
        return second == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochSecond(second));
    }

    private long nextSecond(long after) {
        if (after >= LAST) {
            return NEVER;
        }
        long from = Math.max(after + 1, FIRST);
        long limit = Math.min(from + searchYears * SEARCH_YEAR, LAST);
        for (long segment = timeline.segmentAt(from); from < limit; segment++) {
            long end = Math.min(timeline.end(segment), limit);
            long found = nextInSegment(segment, from, end);
            if (found != NEVER) {
                return found;
            }
            from = end;
        }
        return NEVER;
    }

    private long nextInSegment(long segment, long from, long end) {
        int offset = timeline.offset(segment);
        int gap = timeline.jump(segment);
        long found = nextLocal(from + offset, end + offset);
        long instant = found == NEVER ? NEVER : found - offset;
        if (gap > 0 && from < timeline.start(segment) + gap) {
            int offsetBefore = offset - gap;
            long endOfMoved = Math.min(timeline.start(segment) + gap, end);
            long moved = nextLocal(from + offsetBefore, endOfMoved + offsetBefore);
            return moved == NEVER ? instant : Math.min(instant, moved - offsetBefore);
        }
        return instant;
    }

    /** The first local second in {@code [from, end)}. */
    private long nextLocal(long from, long end) {
        long today = Math.floorDiv(from, DAY);
        long lastDay = Math.floorDiv(end - 1, DAY);
        long day = days.next(today, lastDay);
        int time = Times.NONE;
        if (day == today) {
            time = times.next((int) (from - today * DAY));
            if (time == Times.NONE) {
                day = days.next(today + 1, lastDay);
            }
        }
        if (day == NEVER) {
            return NEVER;
        }
        long found = day * DAY + (time == Times.NONE ? times.first() : time);
        return found < end ? found : NEVER;
    }

    private long previousSecond(long before) {
        if (before <= FIRST) {
            return NEVER;
        }
        long end = Math.min(before, LAST + 1);
        long limit = Math.max(end - 1 - searchYears * SEARCH_YEAR, FIRST);
        for (long segment = timeline.segmentAt(end - 1); end > limit; segment--) {
            long start = segment == 0 ? limit : Math.max(timeline.start(segment), limit);
            long found = previousInSegment(segment, start, end);
            if (found != NEVER) {
                return found;
            }
            end = start;
        }
        return NEVER;
    }

    private long previousInSegment(long segment, long start, long end) {
        int offset = timeline.offset(segment);
        int gap = timeline.jump(segment);
        long found = previousLocal(start + offset, end + offset);
        long instant = found == NEVER ? NEVER : found - offset;
        if (gap > 0 && start < timeline.start(segment) + gap) {
            int offsetBefore = offset - gap;
            long endOfMoved = Math.min(timeline.start(segment) + gap, end);
            long moved = previousLocal(start + offsetBefore, endOfMoved + offsetBefore);
            if (moved != NEVER) {
                return instant == NEVER ? moved - offsetBefore : Math.max(instant, moved - offsetBefore);
            }
        }
        return instant;
    }

    /** The last local second in {@code [start, end)}. */
    private long previousLocal(long start, long end) {
        long today = Math.floorDiv(end - 1, DAY);
        long firstDay = Math.floorDiv(start, DAY);
        long day = days.previous(today, firstDay);
        int time = Times.NONE;
        if (day == today) {
            time = times.previous((int) (end - 1 - today * DAY));
            if (time == Times.NONE) {
                day = days.previous(today - 1, firstDay);
            }
        }
        if (day == NEVER) {
            return NEVER;
        }
        long found = day * DAY + (time == Times.NONE ? times.last() : time);
        return found >= start ? found : NEVER;
    }
}
