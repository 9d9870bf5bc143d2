package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.RunStatus;
import dev.baton.seeded.Draw;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that give random commands to random executions, on random nodes, until they are told to stop. */
final class RandomCommands {

    private static final int THREADS = 3;
    private static final int LONGEST_PAUSE_MILLIS = 5;

    /** Those that let an execution go on are there twice. */
    private static final List<Command> COMMANDS = List.of(
            new Command("cancel", (draw, execution, step) -> execution.cancel()),
            new Command("cancel step %s", (draw, execution, step) -> execution.cancel(step)),
            new Command("hold", (draw, execution, step) -> execution.hold()),
            new Command("release", (draw, execution, step) -> execution.release()),
            new Command("release", (draw, execution, step) -> execution.release()),
            new Command("retry", (draw, execution, step) -> execution.retry()),
            new Command("retry step %s", (draw, execution, step) -> execution.retry(step)),
            new Command("mark step %s as success", (draw, execution, step) -> execution.mark(step, RunStatus.SUCCESS)),
            new Command("mark step %s as skipped", (draw, execution, step) -> execution.mark(step, RunStatus.SKIPPED)),
            new Command("approve step %s", (draw, execution, step) -> execution.approve(step, "yes")),
            new Command("approve step %s", (draw, execution, step) -> execution.approve(step, "yes")),
            new Command("reject step %s", (draw, execution, step) -> execution.reject(step, "no")),
            new Command(
                    "reschedule",
                    (draw, execution, step) ->
                            execution.reschedule(Instant.now().plusMillis(draw.between(0, 50)))),
            new Command(
                    "explain", (draw, execution, step) -> execution.explain().text()),
            new Command(
                    "explain step %s",
                    (draw, execution, step) -> execution.explain(step).text()),
            new Command("count", (draw, execution, step) -> execution.counts()),
            new Command("list dependencies", (draw, execution, step) -> execution.dependencies()));

    private final Trial trial;
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    private RandomCommands(Trial trial) {
        this.trial = trial;
    }

    /** Starts the threads, each with a source of chance of its own. */
    static RandomCommands start(Trial trial, Draw draw) {
        RandomCommands commands = new RandomCommands(trial);
        for (int i = 0; i < THREADS; i++) {
            Draw own = draw.split();
            Thread thread = new Thread(() -> commands.giveUntilOver(own), "random-commands-" + i);
            thread.setDaemon(true);
            commands.threads.add(thread);
        }
        commands.threads.forEach(Thread::start);
        return commands;
    }

    /** Stops the threads. A command that does not return fails the test. */
    void stop() throws InterruptedException {
        over.countDown();
        for (Thread thread : threads) {
            thread.join(Trial.BOUND.toMillis());
            assertThat(thread.getStackTrace()).as("a command hangs").isEmpty();
        }
    }

    private void giveUntilOver(Draw draw) {
        try {
            while (!over.await(draw.between(0, LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS)) {
                if (!trial.started().isEmpty()) {
                    giveOne(draw);
                }
            }
        } catch (InterruptedException nobodyInterrupts) {
            throw new IllegalStateException(nobodyInterrupts);
        }
    }

    private void giveOne(Draw draw) {
        Baton node = draw.of(trial.nodes());
        Command command = draw.of(COMMANDS);
        trial.call("choose an execution to " + command.name, () -> {
            Execution execution = trial.anyExecution(draw, node);
            String step = execution.step(draw.between(0, execution.runs().size() - 1));
            trial.call(
                    command.name.formatted(step) + " of execution " + execution.id(),
                    () -> command.act.on(draw, execution, step));
        });
    }

    @FunctionalInterface
    private interface Act {
        void on(Draw draw, Execution execution, String step);
    }

    /**
     * A command to an execution or to a step of it.
     *
     * @param name the words of the trail, with a place for the step
     */
    private record Command(String name, Act act) {}
}
