package dev.baton.server.api.runs;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.baton.Condition;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Json;
import dev.baton.server.http.OrText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A run to start once. */
@Doc("A run to start once: of a defined job or workflow, or of the work described here.")
record SubmittedRun(
        @Doc("A name by which other runs of the same batch refer to it.") @Nullable String ref,

        @Doc("The name of the job or workflow.") @Nullable String job,

        @Doc(
                "Instead of a name: a shell command as text, or the definition of a job, without an id. Requires the role admin.")
        @Nullable JsonNode spec,

        @Doc(
                "Short for a spec with only this command: a command line as text, or a request with a url. Requires the role"
                        + " admin.")
        @Nullable JsonNode command,

        @Doc("Its parameters.") @Nullable Map<String, Object> parameters,

        @Doc("The idempotency key: if an execution with this key exists, it is returned.") @Nullable String key,

        @Doc("It does not start before this time.") @Nullable Instant notBefore,

        @Doc("The runs and executions that must end first.") @Nullable List<DependsOn> dependsOn) {

    SubmittedRun {
        // A JSON null counts as missing, as everywhere.
        spec = spec == null || spec.isNull() ? null : spec;
        command = command == null || command.isNull() ? null : command;
    }

    /** The parents that must end first. */
    @Doc(
            "A run or an execution that must end first: one of ref, run_id and execution_id. A text is the id of a run, of an"
                    + " execution, or a ref of the same batch, which must end successfully.")
    @OrText
    record DependsOn(
            @Doc("The ref of another run of the same batch.") @Nullable String ref,

            @Doc("A run.") @Nullable String runId,
            @Doc("An execution as a whole.") @Nullable UUID executionId,

            @Doc("The ends that satisfy the dependency; success if missing.") @Nullable List<Condition> conditions) {

        /** The short form: an id, or a ref. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static DependsOn of(String text) {
            if (text.length() > UUID_LENGTH && text.charAt(UUID_LENGTH) == '.') {
                return new DependsOn(null, text, null, null);
            }
            try {
                if (text.length() == UUID_LENGTH) {
                    return new DependsOn(null, null, UUID.fromString(text), null);
                }
            } catch (IllegalArgumentException notAnId) {
                // Otherwise, the text is the ref of another run of the batch.
            }
            return new DependsOn(text, null, null, null);
        }

        private static final int UUID_LENGTH = 36;

        Condition[] conditionArray() {
            return conditions == null ? new Condition[0] : conditions.toArray(Condition[]::new);
        }
    }

    /** The spec of the run: as given, or made from the command. */
    @Nullable JsonNode described() {
        if (command == null) {
            return spec;
        }
        ObjectNode shortened = Json.mapper().createObjectNode();
        shortened.set("command", command);
        return shortened;
    }

    List<DependsOn> parents() {
        return dependsOn == null ? List.of() : dependsOn;
    }

    SubmittedRun withKey(String newKey) {
        return new SubmittedRun(ref, job, spec, command, parameters, newKey, notBefore, dependsOn);
    }
}
