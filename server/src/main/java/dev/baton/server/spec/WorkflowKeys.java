package dev.baton.server.spec;

import dev.baton.JobCall;
import dev.baton.OnFailure;
import dev.baton.server.spec.document.Json;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The keys of a workflow. */
final class WorkflowKeys {

    static final Key<Duration> TIMEOUT = Key.of(
                    "timeout",
                    Types.POSITIVE_DURATION,
                    "Baton stops an execution that takes longer; no limit when left out.")
            .alias("timeout_sec", Types.SECONDS);
    static final Key<Duration> DEADLINE = Key.of(
                    "deadline", Types.POSITIVE_DURATION, "Baton warns about an execution that takes longer.")
            .alias("deadline_sec", Types.SECONDS);
    static final Key<OnFailure> ON_FAILURE = Key.of(
                    "on_failure", Types.choice(OnFailure.class, '_'), "What a failed step does to the other steps.")
            .otherwise(OnFailure.CASCADE);
    static final Key<JobCall> START_ON_SUCCESS = Key.of(
            "start_on_success",
            new JobCallType(),
            "A job or workflow that is started when an execution has succeeded, in the transaction that records its end: its name, or a table with `job` and `inputs`.");
    static final Key<JobCall> START_ON_FAILURE = Key.of(
            "start_on_failure",
            new JobCallType(),
            "The same for an execution that has failed, timed out or been cancelled.");
    static final Key<List<Table>> STEPS = Key.of("steps", Tables.list(StepKeys.SECTION), "Its steps.");

    static final Section SECTION = new Section("[[workflows]]", "A named graph of steps that runs as a unit.", keys());

    private WorkflowKeys() {}

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(AboutKeys.ALL);
        keys.addAll(TimingKeys.ALL);
        keys.addAll(List.of(
                TIMEOUT,
                DEADLINE,
                OverlapKeys.OVERLAP,
                OverlapKeys.MAX_ACTIVE,
                ON_FAILURE,
                START_ON_SUCCESS,
                START_ON_FAILURE,
                JobKeys.PARAMETERS,
                JobKeys.NOTIFY,
                STEPS));
        return keys;
    }

    static WorkflowSpec read(Table table, List<StepSpec> steps) {
        WorkflowSpec.Policy policy = new WorkflowSpec.Policy(
                table.get(ON_FAILURE),
                OverlapKeys.read(table, OverlapKeys.MAX_ACTIVE),
                table.findPositive(TIMEOUT),
                table.findPositive(DEADLINE),
                table.find(START_ON_SUCCESS),
                table.find(START_ON_FAILURE));
        return new WorkflowSpec(
                table.require(AboutKeys.ID, AboutKeys.NAMELESS),
                AboutKeys.read(table),
                TimingKeys.read(table),
                policy,
                table.get(JobKeys.PARAMETERS),
                steps,
                table.get(JobKeys.NOTIFY));
    }

    static ObjectNode write(WorkflowSpec workflow) {
        Out out = new Out();
        AboutKeys.write(workflow.name(), workflow.about(), out);
        TimingKeys.write(workflow.timing(), out);
        OverlapKeys.write(workflow.policy().overlap(), OverlapKeys.MAX_ACTIVE, out);
        return out.put(TIMEOUT, workflow.policy().timeout())
                .put(DEADLINE, workflow.policy().deadline())
                .put(ON_FAILURE, workflow.policy().onFailure())
                .put(START_ON_SUCCESS, workflow.policy().onSuccess())
                .put(START_ON_FAILURE, workflow.policy().onFailureJob())
                .put(JobKeys.PARAMETERS, workflow.parameters())
                .put(JobKeys.NOTIFY, workflow.notifications())
                .set(
                        STEPS,
                        Json.of(workflow.steps().stream().map(StepKeys::write).toList()))
                .json();
    }
}
