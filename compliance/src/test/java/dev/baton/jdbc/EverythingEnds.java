package dev.baton.jdbc;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.error.NotPossibleException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The promises that hold whatever was commanded: once nobody holds or pauses anything and every question is answered,
 * each execution ends, and so do those that are started then, behind the same limits. And what is told of an ended
 * execution is told the same after a restart.
 */
final class EverythingEnds {

    private static final Duration LOOK = Duration.ofMillis(20);

    private final Trial trial;

    EverythingEnds(Trial trial) {
        this.trial = trial;
    }

    void check() {
        settle("after the commands");
        startEverythingOnceMore();
        settle("once limits should be free again");
        assertThat(trial.surprises()).as("not refused in Baton's own words").isEmpty();
        all().forEach(this::checkEnd);
    }

    /** Reopens the nodes of the trial on the same database, and compares. */
    void checkThatARestartChangesNothing() {
        Map<UUID, String> told = accounts();
        trial.close();
        trial.open();
        told.forEach((id, account) ->
                assertThat(account(first().execution(id))).as("after a restart").isEqualTo(account));
        assertThat(first().activeExecutions()).as("active after a restart").isEmpty();
    }

    private Baton first() {
        return trial.nodes().get(0);
    }

    private void settle(String when) {
        trial.definitions().workflowNames().forEach(first()::resume);
        trial.tell("let everything go on");
        try {
            Awaitility.await().pollInterval(LOOK).atMost(Trial.BOUND).until(() -> {
                List<Execution> active = active();
                active.forEach(EverythingEnds::letGoOn);
                return active.isEmpty();
            });
        } catch (ConditionTimeoutException hanging) {
            fail(active().stream().map(this::describe).collect(joining("\n", when + ", not ended:\n", "")));
        }
    }

    /** Of all nodes. */
    private List<Execution> active() {
        return first().activeExecutions();
    }

    /** Undoes a hold, cancels what a failure holds, and answers every question. */
    private static void letGoOn(Execution execution) {
        if (execution.status() == ExecutionStatus.HELD) {
            execution.release();
            if (execution.status() == ExecutionStatus.HELD) {
                execution.cancel();
            }
        }
        for (Run run : execution.runs()) {
            if (run.status() == RunStatus.RUNNING) {
                try {
                    execution.approve(execution.step(run.id().number()), "yes");
                } catch (NotPossibleException noQuestion) {
                    // A body, a workflow or items: they end by themselves.
                }
            }
        }
    }

    private void startEverythingOnceMore() {
        for (String name : trial.definitions().names()) {
            trial.started().add(first().trigger(name).id());
        }
    }

    private void checkEnd(Execution execution) {
        List<Run> runs = execution.runs();
        assertThat(execution.status()).as(() -> describe(execution)).matches(ExecutionStatus::isTerminal);
        assertThat(runs)
                .as(() -> describe(execution))
                .allMatch(run -> run.status().isTerminal());
        assertThat(runs)
                .as(() -> describe(execution))
                .filteredOn(run -> run.status() == RunStatus.SKIPPED)
                .noneMatch(run -> run.reason().isBlank());
    }

    /** The executions that were submitted, and those that these have started. */
    private Set<Execution> all() {
        Set<Execution> all = new LinkedHashSet<>();
        trial.started().forEach(id -> all.add(first().execution(id)));
        trial.definitions().names().forEach(name -> all.addAll(first().pastExecutions(name)));
        return all;
    }

    private Map<UUID, String> accounts() {
        Map<UUID, String> accounts = new LinkedHashMap<>();
        all().forEach(execution -> accounts.put(execution.id(), account(execution)));
        return accounts;
    }

    /** What is told of an execution. */
    private static String account(Execution execution) {
        return execution.runs().stream()
                .map(EverythingEnds::account)
                .collect(joining("\n    ", execution.name() + " is " + execution.status() + "\n    ", ""));
    }

    private static String account(Run run) {
        return run.id().number() + " " + run.step() + " is " + run.status() + " at attempt " + run.attempt() + ", from "
                + run.started() + " to " + run.finished() + ", with " + run.output() + ": " + run.reason();
    }

    private String describe(Execution execution) {
        return account(execution) + "\n    because: " + execution.explain().text() + "\n    commands:\n        "
                + String.join("\n        ", trial.trailOf(execution));
    }
}
