package dev.baton.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.LongStream;

/**
 * The offsets of a time zone as a sequence of segments: the offset is constant within a segment, and the clock jumps
 * between two. Segment 0 has no beginning. Immutable, and shared by all schedules of a zone.
 *
 * <p>The calendar repeats itself every 400 years, weekdays included, and so do the rules of daylight saving: the table
 * ends with one such cycle, and later segments are looked up there. The table is therefore correct for every year.
 */
final class ZoneTimeline {

    private static final ConcurrentMap<ZoneId, ZoneTimeline> BY_ZONE = new ConcurrentHashMap<>();
    private static final long CYCLE = Months.DAYS_IN_400_YEARS * 86_400;

    private final ZoneId zone;
    /** The epoch second at which segment i ends. */
    private final long[] ends;
    /** The offset of segment i; there is one more offset than there are ends. */
    private final int[] offsets;
    /** How many of the last ends repeat every 400 years; 0 if the zone has abolished daylight saving. */
    private final int cycleLength;

    private final long cycleStart;

    private ZoneTimeline(ZoneId zone) {
        ZoneRules rules = zone.getRules();
        List<ZoneOffsetTransition> transitions = new ArrayList<>(rules.getTransitions());
        Instant last = transitions.isEmpty()
                ? Instant.EPOCH
                : transitions.get(transitions.size() - 1).getInstant();
        int firstYearByRuleAlone = last.atOffset(ZoneOffset.UTC).getYear() + 2;
        this.zone = zone;
        this.cycleStart = Months.firstDay(firstYearByRuleAlone * 12L) * 86_400;
        ZoneOffsetTransition next = rules.nextTransition(last);
        while (next != null && next.toEpochSecond() < cycleStart + CYCLE) {
            transitions.add(next);
            next = rules.nextTransition(next.getInstant());
        }
        this.ends = transitions.stream()
                .mapToLong(ZoneOffsetTransition::toEpochSecond)
                .toArray();
        this.cycleLength =
                (int) LongStream.of(ends).filter(end -> end >= cycleStart).count();
        this.offsets = new int[ends.length + 1];
        offsets[0] = rules.getOffset(Instant.MIN).getTotalSeconds();
        for (int i = 0; i < ends.length; i++) {
            offsets[i + 1] = transitions.get(i).getOffsetAfter().getTotalSeconds();
        }
    }

    static ZoneTimeline of(ZoneId zone) {
        return BY_ZONE.computeIfAbsent(zone, ZoneTimeline::new);
    }

    ZoneId zone() {
        return zone;
    }

    /** The number of the segment that an epoch second lies in. */
    long segmentAt(long second) {
        if (cycleLength == 0 || second < cycleStart + CYCLE) {
            return endsUpTo(second);
        }
        long cycles = (second - cycleStart) / CYCLE;
        return endsUpTo(second - cycles * CYCLE) + cycles * cycleLength;
    }

    /** The first epoch second of a segment other than 0. */
    long start(long segment) {
        return end(segment - 1);
    }

    /** The first epoch second after a segment; {@link Schedule#NEVER} for the last. */
    long end(long segment) {
        if (segment < ends.length) {
            return ends[(int) segment];
        }
        if (cycleLength == 0) {
            return Schedule.NEVER;
        }
        long cycles = (segment - ends.length) / cycleLength + 1;
        return ends[(int) (segment - cycles * cycleLength)] + cycles * CYCLE;
    }

    /** The seconds to add to an epoch second of this segment to get its local second. */
    int offset(long segment) {
        if (segment <= ends.length) {
            return offsets[(int) segment];
        }
        long cycles = (segment - ends.length - 1) / cycleLength + 1;
        return offsets[(int) (segment - cycles * cycleLength)];
    }

    /** By how many seconds the clock jumped when this segment began: forward into a gap, or back if negative. */
    int jump(long segment) {
        return segment == 0 ? 0 : offset(segment) - offset(segment - 1);
    }

    /**
     * The end of the second pass over a repeated local time that contains this epoch second; the second itself if there
     * is none.
     */
    long endOfRepeat(long second) {
        long segment = segmentAt(second);
        int jump = jump(segment);
        return jump < 0 ? Math.max(second, start(segment) - jump) : second;
    }

    private int endsUpTo(long second) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= second) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
