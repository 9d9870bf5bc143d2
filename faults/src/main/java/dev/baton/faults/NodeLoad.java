package dev.baton.faults;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Submits executions through nodes, with keys: whatever was not acknowledged is submitted again, perhaps elsewhere. */
final class NodeLoad implements LoadMaker {

    private static final long PATIENCE_MICROS = 5_000_000;
    private static final int LONGEST_DELAY_MILLIS = 3_000;

    private final Cluster cluster;
    private final List<Scenario> scenarios;
    private final Submissions submissions;
    private final Random random;
    private long count;
    private long lastLook = Ledger.now();

    NodeLoad(Cluster cluster, List<Scenario> scenarios, Submissions submissions, Random random) {
        this.cluster = cluster;
        this.scenarios = scenarios;
        this.submissions = submissions;
        this.random = random;
    }

    @Override
    public void addOne() {
        String key = "submitted-" + count++;
        String name = scenarios.get(random.nextInt(scenarios.size())).name();
        submissions.ask(key, name);
        submit(key, name, random.nextInt(8) == 0 ? random.nextInt(LONGEST_DELAY_MILLIS) : 0);
        if (Ledger.now() - lastLook > PATIENCE_MICROS) {
            askAgain();
        }
    }

    @Override
    public void askAgain() {
        lastLook = Ledger.now();
        for (Map.Entry<String, String> open : submissions.open().entrySet()) {
            if (open.getKey().startsWith("submitted")) {
                submit(open.getKey(), open.getValue(), 0);
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is not acknowledged is asked for again
    private void submit(String key, String name, int delayMillis) {
        List<NodeProcess> ready = cluster.ready();
        if (!ready.isEmpty()) {
            ready.get(random.nextInt(ready.size()))
                    .ask("submit " + name + " " + key + " " + delayMillis)
                    .thenAccept(id -> submissions.accept(key, name));
        }
    }
}
