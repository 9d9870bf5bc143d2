package dev.baton.jdbc;

import dev.baton.ExecutionStatus;
import dev.baton.RunStatus;
import dev.baton.Trigger;
import dev.baton.spi.Codec;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.RunRecord;
import dev.baton.spi.Store;
import dev.baton.spi.Store.Commit;
import dev.baton.spi.Store.Creation;
import dev.baton.spi.Store.ReturnedPermit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Records to write. */
final class Samples {

    static final long NOW = 1_800_000_000_000_000L;

    private Samples() {}

    static ExecutionRecord execution(String name) {
        return execution(name, NOW, 0, null);
    }

    static ExecutionRecord execution(String name, long created, int priority, String key) {
        return new ExecutionRecord(
                Ids.next(NOW),
                name,
                new ExecutionRecord.Cause(Trigger.MANUAL, 0, created, 0, "{}", key),
                new ExecutionRecord.Place("default", Set.of(), priority, null),
                new ExecutionRecord.State(null, ExecutionStatus.RUNNING, 0, 0, 0, 2));
    }

    static ExecutionRecord fire(String name, long scheduled) {
        ExecutionRecord execution = execution(name);
        return new ExecutionRecord(
                execution.id(),
                name,
                new ExecutionRecord.Cause(Trigger.SCHEDULE, scheduled, NOW, 0, "{}", null),
                execution.place(),
                execution.state());
    }

    static ExecutionRecord in(ExecutionRecord execution, String queue, Set<String> labels) {
        return new ExecutionRecord(
                execution.id(),
                execution.name(),
                execution.cause(),
                new ExecutionRecord.Place(queue, labels, execution.place().priority(), null),
                execution.state());
    }

    static ExecutionRecord at(ExecutionRecord execution, UUID owner) {
        var place = execution.place();
        return new ExecutionRecord(
                execution.id(),
                execution.name(),
                execution.cause(),
                new ExecutionRecord.Place(place.queue(), place.labels(), place.priority(), owner),
                execution.state());
    }

    static ExecutionRecord with(ExecutionRecord execution, ExecutionRecord.State state) {
        return new ExecutionRecord(execution.id(), execution.name(), execution.cause(), execution.place(), state);
    }

    static ExecutionRecord ended(ExecutionRecord execution, long when) {
        return with(execution, new ExecutionRecord.State(null, ExecutionStatus.SUCCESS, 0, when - 1, when, 2));
    }

    static RunRecord run(UUID execution, int step) {
        return new RunRecord(
                execution,
                step,
                "job/step",
                new RunRecord.State(RunStatus.SUCCESS, 1, 0, false),
                new RunRecord.Times(NOW, NOW + 5, 0),
                RunRecord.Result.NONE,
                false);
    }

    static RunRecord fullRun(UUID execution, int step) {
        return new RunRecord(
                execution,
                step,
                "job/step",
                new RunRecord.State(RunStatus.FAILURE, 3, 7, true),
                new RunRecord.Times(NOW, NOW + 5, NOW + 9),
                new RunRecord.Result(
                        new Codec.Encoded("{\"ü\":\"\\u0000\"}", "java.util.Map<?>"), "it broke", new byte[] {0, 1, -1
                        }),
                false);
    }

    static Commit creating(Creation... creations) {
        return new Commit(List.of(creations), List.of(), List.of(), Map.of(), List.of(), null);
    }

    static Creation unowned(ExecutionRecord execution) {
        return new Creation(execution, null, true);
    }

    static Creation here(ExecutionRecord execution) {
        return new Creation(execution, null, false);
    }

    static Creation firing(ExecutionRecord execution) {
        return firing(execution, 0);
    }

    static Creation firing(ExecutionRecord execution, long after) {
        return new Creation(execution, new Store.Fire(after, null), false);
    }

    static Commit changing(ExecutionRecord... changed) {
        return new Commit(List.of(), List.of(changed), List.of(), Map.of(), List.of(), null);
    }

    static Commit running(RunRecord... runs) {
        return new Commit(List.of(), List.of(), List.of(runs), Map.of(), List.of(), null);
    }

    static Commit by(UUID node, Commit commit) {
        return new Commit(
                commit.created(),
                commit.changed(),
                commit.runs(),
                commit.plans(),
                commit.left(),
                commit.transaction(),
                node);
    }

    static Commit leaving(ReturnedPermit... left) {
        return new Commit(List.of(), List.of(), List.of(), Map.of(), List.of(left), null);
    }
}
