package dev.baton.faults;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Submits executions through nodes, with keys: whatever was not acknowledged is submitted again, perhaps elsewhere. */
final class NodeLoad implements LoadMaker {

    private static final long PATIENCE_MICROS = 5_000_000;
    private static final int LONGEST_DELAY_MILLIS = 3_000;

    private final Supplier<? extends List<? extends Asked>> ready;
    private final List<Scenario> scenarios;
    private final Submissions submissions;
    private final Random random;
    private final Deque<Scenario> round = new ArrayDeque<>();
    private long count;
    private long lastLook = Ledger.now();

    NodeLoad(
            Supplier<? extends List<? extends Asked>> ready,
            List<Scenario> scenarios,
            Submissions submissions,
            Random random) {
        this.ready = ready;
        this.scenarios = scenarios;
        this.submissions = submissions;
        this.random = random;
    }

    @Override
    public void addOne() {
        String key = "submitted-" + count++;
        String name = next().name();
        submissions.ask(key, name);
        submit(key, name, random.nextInt(8) == 0 ? random.nextInt(LONGEST_DELAY_MILLIS) : 0);
        if (Ledger.now() - lastLook > PATIENCE_MICROS) {
            askAgain();
        }
    }

    /** Each of them once, in random order, and then all of them again. */
    private Scenario next() {
        if (round.isEmpty()) {
            List<Scenario> shuffled = new ArrayList<>(scenarios);
            Collections.shuffle(shuffled, random);
            round.addAll(shuffled);
        }
        return round.remove();
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
        List<? extends Asked> askable = ready.get();
        if (!askable.isEmpty()) {
            askable.get(random.nextInt(askable.size()))
                    .ask("submit " + name + " " + key + " " + delayMillis)
                    .thenAccept(id -> submissions.accept(key, name));
        }
    }
}
