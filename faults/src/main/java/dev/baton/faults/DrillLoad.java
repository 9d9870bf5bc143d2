package dev.baton.faults;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Submits executions and commands them, some at a time. A command that is not acknowledged is given again, perhaps to
 * another node, as a person would who saw nothing happen.
 */
final class DrillLoad implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final String ENDED = "SELECT status FROM baton_executions WHERE key = ? AND ended <> 0";
    private static final String STATUS = "SELECT status FROM baton_executions WHERE key = ?";

    /**
     * A choice of drills.
     *
     * @param scenarios the names of those that there are
     * @param atATime how many executions are commanded at a time
     */
    record Choice(Set<String> scenarios, int atATime, long seed) {

        private List<String> of(Drill.Kind kind) {
            return Drills.of(kind).stream()
                    .map(Scenario::name)
                    .filter(scenarios::contains)
                    .toList();
        }
    }

    private final Supplier<? extends List<? extends Asked>> ready;
    private final Database database;
    private final Path directory;
    private final Submissions submissions;
    private final Queue<Drill> drills = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean resting;

    private DrillLoad(
            Supplier<? extends List<? extends Asked>> ready,
            Database database,
            Path directory,
            Submissions submissions) {
        this.ready = ready;
        this.database = database;
        this.directory = directory;
        this.submissions = submissions;
    }

    /** Starts to command executions of these scenarios, so many at a time. */
    static DrillLoad start(
            Supplier<? extends List<? extends Asked>> ready,
            Database database,
            Path directory,
            Submissions submissions,
            Choice choice) {
        DrillLoad load = new DrillLoad(ready, database, directory, submissions);
        for (int i = 0; i < choice.atATime(); i++) {
            String name = "drill" + i;
            Random random = new Random(choice.seed() + i);
            Thread thread = new Thread(() -> load.work(name, choice, random), name);
            thread.setDaemon(true);
            load.threads.add(thread);
            thread.start();
        }
        return load;
    }

    /** Begins no further drill. */
    void rest() {
        resting = true;
    }

    /** Whether all drills are over. */
    boolean isOver() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** The drills whose executions have not ended. */
    List<Drill> open() {
        return drills.stream().filter(drill -> !says(ENDED, drill)).toList();
    }

    List<Drill> drills() {
        return List.copyOf(drills);
    }

    private void work(String name, Choice choice, Random random) {
        try {
            for (int number = 0; !resting; number++) {
                Drill.Kind kind = Drill.Kind.values()[random.nextInt(Drill.Kind.values().length)];
                List<String> choices = choice.of(kind);
                String workflow = choices.get(random.nextInt(choices.size()));
                Drill drill = new Drill(name + "-" + number, kind, workflow);
                drills.add(drill);
                submit(drill, random);
                new Conduct(drill, random).go();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void submit(Drill drill, Random random) throws InterruptedException {
        submissions.ask(drill.key(), drill.name());
        while (drill.idOrNull() == null) {
            try {
                String id = ask("submit " + drill.name() + " " + drill.key() + " 0", random);
                submissions.accept(drill.key(), drill.name());
                drill.accepted(UUID.fromString(id));
            } catch (ExecutionException | TimeoutException e) {
                // Nobody knows whether it is there; asked for again, it is there once.
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private String ask(String command, Random random)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<? extends Asked> askable = ready.get();
        if (askable.isEmpty()) {
            throw new TimeoutException("no node is ready");
        }
        return askable.get(random.nextInt(askable.size())).ask(command).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether a query about the execution of a drill has this answer; not while the database cannot say. */
    private boolean says(String sql, Drill drill, String... answers) {
        try (Connection connection = database.connect();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, drill.key());
            try (ResultSet row = query.executeQuery()) {
                return row.next() && (answers.length == 0 || List.of(answers).contains(row.getString(1)));
            }
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One drill, from the submission on. */
    private final class Conduct {

        private final Drill drill;
        private final Random random;

        Conduct(Drill drill, Random random) {
            this.drill = drill;
            this.random = random;
        }

        void go() throws InterruptedException {
            switch (drill.kind()) {
                case CANCEL -> {
                    pause(1_500);
                    insist(Drill.Verb.CANCEL);
                }
                case HOLD -> hold();
                case RETRY -> retry();
                case MARK -> {
                    pause(1_500);
                    insist(Drill.Verb.MARK);
                }
                case ANSWER -> answer(random.nextInt(3) == 0 ? Drill.Verb.REJECT : Drill.Verb.APPROVE);
            }
            while (!says(ENDED, drill)) {
                Thread.sleep(PAUSE.toMillis());
            }
        }

        private void hold() throws InterruptedException {
            pause(1_000);
            insist(Drill.Verb.HOLD);
            pause(4_000);
            insist(Drill.Verb.RELEASE);
            // A node that was frozen with the command in its hands may hold the execution once more.
            while (!says(ENDED, drill)) {
                pause(1_000);
                if (says(STATUS, drill, "held")) {
                    insist(Drill.Verb.RELEASE);
                }
            }
        }

        private void retry() throws InterruptedException {
            if (random.nextBoolean()) {
                awaitEnd();
                insist(Drill.Verb.RETRY);
            }
            awaitEnd();
            Word.MENDED.say(directory, drill.key());
            while (!says(ENDED, drill, "success")) {
                insist(Drill.Verb.RETRY);
                awaitEnd();
            }
        }

        private void awaitEnd() throws InterruptedException {
            while (!says(ENDED, drill)) {
                Thread.sleep(PAUSE.toMillis());
            }
        }

        /** Until it is answered; it cannot be before its time, and cannot be twice. */
        private void answer(Drill.Verb verb) throws InterruptedException {
            while (give(verb) != Drill.Outcome.DONE && !says(ENDED, drill)) {
                pause(300);
            }
        }

        /** Until there is an answer of either kind. */
        private void insist(Drill.Verb verb) throws InterruptedException {
            while (give(verb) == Drill.Outcome.UNKNOWN) {
                Thread.sleep(PAUSE.toMillis());
            }
        }

        private Drill.Outcome give(Drill.Verb verb) throws InterruptedException {
            long sent = Ledger.now();
            Drill.Outcome outcome;
            try {
                ask(verb.command(drill.id()), random);
                outcome = Drill.Outcome.DONE;
            } catch (ExecutionException e) {
                outcome = String.valueOf(e.getMessage()).contains(Asked.REFUSAL)
                        ? Drill.Outcome.REFUSED
                        : Drill.Outcome.UNKNOWN;
            } catch (TimeoutException e) {
                outcome = Drill.Outcome.UNKNOWN;
            }
            drill.gave(new Drill.Order(verb, sent, Ledger.now(), outcome));
            return outcome;
        }

        private void pause(int mostMillis) throws InterruptedException {
            Thread.sleep(random.nextInt(mostMillis));
        }
    }
}
