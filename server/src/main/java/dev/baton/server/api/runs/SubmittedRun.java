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

/** A run that is to happen once. */
@Doc("A run to start once: of a defined job or workflow, or of the work described here.")
record SubmittedRun(
        @Doc("What others of the same batch call it.") @Nullable String ref,

        @Doc("The name of the job or workflow.") @Nullable String job,

        @Doc("Instead of a name: a shell command as text, or what a job says, without an id. Needs the role admin.")
        @Nullable JsonNode spec,

        @Doc(
                "Short for a spec with nothing but this command: a command line as text, or a request with a url. Needs the role"
                        + " admin.")
        @Nullable JsonNode command,

        @Doc("Its parameters.") @Nullable Map<String, Object> parameters,

        @Doc("Makes it safe to repeat: as long as an execution with this key is kept, that one is the answer.")
        @Nullable String key,

        @Doc("It does not start before this.") @Nullable Instant notBefore,
        @Doc("What has to end first.") @Nullable List<DependsOn> dependsOn) {

    SubmittedRun {
        // What is null is left out, as everywhere: as a node it would count as something.
        spec = spec == null || spec.isNull() ? null : spec;
        command = command == null || command.isNull() ? null : command;
    }

    /** The parents that must end first. */
    @Doc(
            "A run or an execution that has to end first: one of ref, run_id and execution_id. A text is the id of a run, of an"
                    + " execution, or a ref of the same batch, which has to end successfully.")
    @OrText
    record DependsOn(
            @Doc("Another one of the same batch.") @Nullable String ref,
            @Doc("A run.") @Nullable String runId,
            @Doc("An execution as a whole.") @Nullable UUID executionId,

            @Doc("How it has to end: in one of these ways. Without any, successfully.") @Nullable List<Condition> conditions) {

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
                // Then it is the name of another one of the batch, or nothing.
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
