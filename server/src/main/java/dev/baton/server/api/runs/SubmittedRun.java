package dev.baton.server.api.runs;

import dev.baton.Condition;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A run that is to happen once. */
@Doc("A run that is to happen once: of a job or workflow that is defined, or of what is described here.")
record SubmittedRun(
        @Doc("What others of the same batch call it.") @Nullable String ref,

        @Doc("The name of the job or workflow.") @Nullable String job,

        @Doc("Instead of a name: a shell command as text, or what a job says, without an id. Needs the role admin.")
        @Nullable JsonNode spec,

        @Doc("Its parameters.") @Nullable Map<String, Object> parameters,

        @Doc("Makes it safe to repeat: as long as an execution with this key is kept, that one is the answer.")
        @Nullable String key,

        @Doc("It does not start before this.") @Nullable Instant notBefore,
        @Doc("What has to end first.") @Nullable List<DependsOn> dependsOn) {

    SubmittedRun {
        // What is null is left out, as everywhere: as a node it would count as something.
        spec = spec == null || spec.isNull() ? null : spec;
    }

    /** What has to end first. */
    @Doc("A run or an execution that has to end first: one of ref, run_id and execution_id.")
    record DependsOn(
            @Doc("Another one of the same batch.") @Nullable String ref,
            @Doc("A run.") @Nullable String runId,
            @Doc("An execution as a whole.") @Nullable UUID executionId,

            @Doc("How it has to end: in one of these ways. Without any, successfully.") @Nullable List<Condition> conditions) {

        Condition[] conditionArray() {
            return conditions == null ? new Condition[0] : conditions.toArray(Condition[]::new);
        }
    }

    List<DependsOn> parents() {
        return dependsOn == null ? List.of() : dependsOn;
    }

    SubmittedRun withKey(String newKey) {
        return new SubmittedRun(ref, job, spec, parameters, newKey, notBefore, dependsOn);
    }
}
