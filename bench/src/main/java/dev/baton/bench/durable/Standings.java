package dev.baton.bench.durable;

import dev.baton.bench.Markdown;
import dev.baton.bench.Sample;
import dev.baton.bench.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table that comes out: a line for each contender, beside the two that all are compared with. */
final class Standings {

    private static final String[] HEAD = {
        "measurement", "contender", "result", "of " + DbSchedulerInPostgres.NAME, "of " + RawPostgres.NAME
    };

    private final List<String[]> lines = new ArrayList<>();

    /** Adds a measurement and what each contender came to. */
    void add(String measurement, Unit unit, Map<String, Sample> contenders) {
        Sample peer = contenders.get(DbSchedulerInPostgres.NAME);
        Sample ceiling = contenders.get(RawPostgres.NAME);
        String name = measurement;
        for (Map.Entry<String, Sample> contender : contenders.entrySet()) {
            Sample sample = contender.getValue();
            lines.add(new String[] {
                name, contender.getKey(), unit.format(sample), times(unit, sample, peer), times(unit, sample, ceiling)
            });
            name = "";
        }
    }

    private static String times(Unit unit, Sample sample, @Nullable Sample other) {
        return other == null ? "" : unit.times(sample, other);
    }

    @Override
    public String toString() {
        return Markdown.table(HEAD, lines);
    }
}
