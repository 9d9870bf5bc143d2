package dev.baton.bench.durable;

import dev.baton.bench.Contender;
import dev.baton.bench.Effort;
import dev.baton.bench.Progress;
import dev.baton.bench.Unit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Running jobs from tables in which a million have ended and a million are ready. */
final class FullTables implements DurablePart {

    private static final int ROWS = 1_000_000;

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
                    Workplace workplace = server.newWorkplace();
                    workplaces.push(workplace);
                    fillable.createTables(workplace);
                    fillable.fill(workplace, rows, rows);
                    workplace.execute("VACUUM (ANALYZE)");
                    drains.put(fillable.name(), new PartialDrain(fillable, workplace, effort, rows));
                }
            }
            standings.add(
                    "j. running jobs, %,d ended and %,d ready".formatted(rows, rows),
                    Unit.JOBS_PER_SECOND,
                    effort.rounds().alternate(drains));
        } finally {
            while (!workplaces.isEmpty()) {
                workplaces.pop().close();
            }
        }
    }
}
