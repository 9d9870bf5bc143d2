package dev.baton.bench;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.bench.peer.QuartzInRam;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Independent no-op jobs, triggered one by one from one thread: an execution each. */
final class OneByOne implements Part {

    private static final int NAMES = 1_000;

    @Override
    public char letter() {
        return 'b';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        int many = effort.of(1_000_000);
        int few = effort.of(100_000);
        CountDownLatch[] left = {new CountDownLatch(0)};
        try (Baton baton = Baton.inMemory();
                QuartzInRam quartz = new QuartzInRam(Machine.CORES, NAMES)) {
            for (int i = 0; i < NAMES; i++) {
                baton.add(Job.named("job" + i).run(context -> left[0].countDown()));
            }
            baton.start();
            Map<String, Contender> contenders = new LinkedHashMap<>();
            contenders.put("Baton", () -> {
                left[0] = new CountDownLatch(many);
                long start = System.nanoTime();
                for (int i = 0; i < many; i++) {
                    baton.trigger("job" + i % NAMES);
                }
                left[0].await();
                return Rate.perSecond(many, start);
            });
            contenders.put("Quartz in RAM", () -> {
                long start = System.nanoTime();
                quartz.runAll(few);
                return Rate.perSecond(few, start);
            });
            table.add(
                    "b. single jobs, triggered one by one",
                    Unit.JOBS_PER_SECOND,
                    effort.rounds().alternate(contenders));
        }
    }
}
