package dev.baton.bench.durable;

import dev.baton.bench.Contender;
import dev.baton.bench.Effort;
import dev.baton.bench.Progress;
import dev.baton.bench.Sample;
import dev.baton.bench.Unit;
import dev.baton.bench.durable.PartialDrain.OpenTables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Running jobs out of tables in which a million have ended and a million are ready, and, in turn, as many out of tables
 * that hold no others.
 */
final class FullTables implements DurablePart {

    private static final int ROWS = 1_000_000;
    private static final String EMPTY = ", nothing else in its tables";

    private final PostgresServer server;
    private final List<DurableContender> contenders;

    FullTables(PostgresServer server, List<DurableContender> contenders) {
        this.server = server;
        this.contenders = contenders;
    }

    @Override
    public char letter() {
        return 'j';
    }

    @Override
    public void measure(Standings standings, Effort effort) throws Exception {
        int rows = effort.of(ROWS);
        Map<String, Contender> drains = new LinkedHashMap<>();
        Deque<Workplace> workplaces = new ArrayDeque<>();
        try {
            for (DurableContender contender : contenders) {
                if (contender instanceof Fillable fillable) {
                    Progress.say("filling the tables of " + fillable.name());
                    Workplace full = filled(fillable, rows, rows);
                    workplaces.push(full);
                    OpenTables same = new OpenTables(full, false);
                    drains.put(fillable.name(), new PartialDrain(fillable, jobs -> same, effort, rows));
                    drains.put(
                            fillable.name() + EMPTY,
                            new PartialDrain(fillable, jobs -> only(fillable, jobs), effort, rows));
                }
            }
            add(standings, rows, effort.rounds().alternate(drains));
        } finally {
            while (!workplaces.isEmpty()) {
                workplaces.pop().close();
            }
        }
    }

    private OpenTables only(Fillable contender, int jobs) throws Exception {
        return new OpenTables(filled(contender, 0, jobs), true);
    }

    private Workplace filled(Fillable contender, int ended, int ready) throws Exception {
        Workplace workplace = server.newWorkplace();
        contender.createTables(workplace);
        contender.fill(workplace, ended, ready);
        workplace.execute("VACUUM (ANALYZE)");
        return workplace;
    }

    private static void add(Standings standings, int rows, Map<String, Sample> rates) {
        Map<String, Sample> full = new LinkedHashMap<>();
        Map<String, Sample> empty = new LinkedHashMap<>();
        rates.forEach((name, rate) -> {
            if (name.endsWith(EMPTY)) {
                empty.put(name.substring(0, name.length() - EMPTY.length()), rate);
            } else {
                full.put(name, rate);
            }
        });
        standings.add("j. running jobs, %,d ended and %,d ready".formatted(rows, rows), Unit.JOBS_PER_SECOND, full);
        standings.add("j. as many, nothing else in the tables", Unit.JOBS_PER_SECOND, empty);
    }
}
