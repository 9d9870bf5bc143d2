package dev.baton.bench;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.bench.peer.QuartzInRam;
import java.util.LinkedHashMap;
import java.util.Map;

/** From the call that triggers a job to the first line of its body, with nothing else to do. */
final class IdleLatency implements Part {

    @Override
    public char letter() {
        return 'f';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int perRound = effort.of(400);
        Runnable[] body = {() -> {}};
        try (Baton baton = Baton.inMemory();
                QuartzInRam quartz = new QuartzInRam(Machine.CORES, 1)) {
            baton.add(Job.named("job").run(context -> body[0].run())).start();
            Map<String, Latencies> contenders = new LinkedHashMap<>();
            contenders.put(
                    "Baton",
                    new Latencies(
                            task -> {
                                body[0] = task;
                                baton.trigger("job");
                            },
                            perRound));
            contenders.put("Quartz in RAM", new Latencies(quartz::trigger, perRound));
            Map<String, Sample> medians = effort.rounds().alternate(contenders);
            Map<String, Sample> tails = new LinkedHashMap<>();
            contenders.forEach((name, latencies) -> tails.put(name, latencies.tail(effort.count())));
            table.add("f. idle, trigger to start, median", Unit.MICROSECONDS, medians);
            table.add("f. idle, trigger to start, 99 %", Unit.MICROSECONDS, tails);
        }
    }
}
