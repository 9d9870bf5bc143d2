package dev.baton.server.api.runs;

import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.HistoryRun;
import dev.baton.server.http.Doc;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A run in a list. */
@Doc("A run in a list.")
public record RunView(
        @Doc("Its id: the execution's id, a dot, and the number of the run.")
        String id,

        @Doc("The id of its execution.") String executionId,
        @Doc("The job's name, workflow/step for a step.") String job,
        @Doc("Its status.") RunStatus status,
        @Doc("The reason for its status.") @Nullable String reason,

        @Doc("The current or last attempt, from 1; 0 before the first.")
        int attempt,

        @Doc("When the current or last attempt started.") @Nullable Instant started,

        @Doc("When it ended.") @Nullable Instant finished,
        @Doc("Its role in a fan-out.") @Nullable RunRole role,

        @Doc("The parent run of an item or reducer of a fan-out, or of a step of a nested workflow.") @Nullable String parentRunId,

        @Doc("Its item, in a list of the children of a fan-out.") @Nullable Object item) {

    /** A class in front of a message; its name is without the package and the classes around it. */
    private static final Pattern TYPE =
            Pattern.compile("(?:[\\w$]+\\.)+(?:[\\w$]*\\$\\d*(?=[^\\d\\W]))?(?<name>[\\w$]+)(?:: |$)");

    /** The place of a run in a fan-out or nested workflow. */
    record Place(@Nullable RunRole role, @Nullable String parentRunId) {}

    /** The same run with its item, if it has one. */
    RunView withItem(List<?> items) {
        Object own =
                role == RunRole.CHILD ? RunLookup.item(items, RunId.parse(id).number()) : null;
        return new RunView(id, executionId, job, status, reason, attempt, started, finished, role, parentRunId, own);
    }

    static RunView of(Run run, Place place) {
        return new RunView(
                run.id().toString(),
                run.id().execution().toString(),
                run.job(),
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                run.attempt(),
                run.times().started(),
                run.times().finished(),
                place.role,
                place.parentRunId,
                null);
    }

    static RunView of(HistoryRun run, Place place, @Nullable String reason) {
        return new RunView(
                run.id().toString(),
                run.id().execution().toString(),
                run.job(),
                run.status(),
                reason,
                run.attempt(),
                run.started(),
                run.finished(),
                place.role,
                place.parentRunId,
                null);
    }

    /** The reason for the status of an ended run; a success does not show the errors of its earlier attempts. */
    static @Nullable String reason(HistoryRun run) {
        return run.status().countsAsSuccess() ? null : firstLine(run.error());
    }

    /** The message of an error without the class name at its beginning; the class if there is no message. */
    public static @Nullable String firstLine(@Nullable String description) {
        return description == null
                ? null
                : description.lines().findFirst().map(RunView::words).orElse(null);
    }

    private static String words(String line) {
        Matcher type = TYPE.matcher(line);
        if (!type.lookingAt()) {
            return line;
        }
        String message = line.substring(type.end());
        return message.isBlank() ? "it failed without a message (" + type.group("name") + ")" : message;
    }
}
