package dev.baton.server.api.definitions;

import dev.baton.ExecutionStatus;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.http.Doc;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.window.WindowBadges;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A job or workflow as a list shows it.
 *
 * @param name its name
 * @param title a name with spaces
 * @param description what it is for
 * @param tags words to find it by
 * @param kind the kind of a job
 * @param steps how many steps a workflow has
 * @param schedule when it fires
 * @param paused whether it is paused
 * @param source where it is defined
 * @param lastExecution what was executed last
 */
@Doc("A job or workflow.")
public record DefinitionView(
        @Doc("Its name.") String name,

        @Doc("A name with spaces, for people.") @Nullable String title,

        @Doc("What it is for, for people.") @Nullable String description,

        @Doc("Words to find it by.") List<String> tags,

        @Doc("The kind of a job: shell, http, fanout…; missing for a workflow.") @Nullable String kind,

        @Doc("How many steps a workflow has; missing for a job.") @Nullable Integer steps,

        @Doc("When it fires.") ScheduleView schedule,
        @Doc("Whether it is paused.") boolean paused,

        @Doc("Where it is defined; only what the API defined can be changed through it.")
        Source source,

        @Doc("Its newest execution; missing when there is none.") @Nullable LastExecution lastExecution) {

    /**
     * When something fires.
     *
     * @param text the schedule as written
     * @param timezone the zone it is read in
     * @param words the same in words
     * @param nextFire the next fire
     */
    @Doc("When something fires.")
    public record ScheduleView(
            @Doc("The schedule as written.") String text,
            @Doc("The time zone it is read in.") ZoneId timezone,
            @Doc("The same in words.") String words,

            @Doc("The next fire; missing when there is none.") @Nullable Instant nextFire) {}

    /**
     * What was executed last.
     *
     * @param id the execution
     * @param status where it is
     * @param started when it began
     * @param finished when it ended
     */
    @Doc("An execution, in short.")
    public record LastExecution(
            @Doc("Its id.") UUID id,
            @Doc("Where it is.") ExecutionStatus status,

            @Doc("When it began; missing before.") @Nullable Instant started,

            @Doc("When it ended; missing before.") @Nullable Instant finished) {}

    /**
     * How a dependency of a job with a window stands.
     *
     * @param name the job or workflow
     * @param status how it ended last
     * @param holds whether a run that looked now would go on with it
     * @param finished when it ended
     * @param executionId what ended
     */
    @Doc("How a dependency of a job with a window stands at this moment.")
    public record WindowDependency(
            @Doc("The job or workflow.") String name,

            @Doc("How it ended last within the window: success, failure…; running while it runs; missing when nothing"
                    + " of it ended in there.")
            String status,

            @Doc("Whether a run that looked now would go on with it.")
            boolean holds,

            @Doc("When it ended; missing when it did not.") @Nullable Instant finished,

            @Doc("The execution that ended; missing when none did.") @Nullable UUID executionId) {

        static WindowDependency of(WindowBadges.Badge badge) {
            return new WindowDependency(
                    badge.name(), badge.status(), badge.holds(), badge.finished(), badge.execution());
        }
    }

    /**
     * All that is known about a job or workflow.
     *
     * @param definition what a list shows
     * @param spec what was defined
     * @param version how often it was defined through the API
     * @param changedBy who defined it
     * @param changedAt when
     * @param nextFires the next fires
     * @param window how each dependency of a job with a window stands
     * @param pause who paused it, and why
     * @param place where in the file it stands
     */
    @Doc("All that is known about a job or workflow.")
    public record DefinitionDetail(
            @Doc("What a list shows of it.") DefinitionView definition,

            @Doc("What was defined, as a file would say it.")
            JsonNode spec,

            @Doc("Its version, for If-Match; missing for what a file defines.") @Nullable Integer version,

            @Doc("The name of the token that defined it; missing for what a file defines.") @Nullable String changedBy,

            @Doc("When it was defined; missing for what a file defines.") @Nullable Instant changedAt,

            @Doc("The next fires, five at most.") List<Instant> nextFires,

            @Doc("For a job with a window, how each of its dependencies stands; missing for others.") @Nullable List<WindowDependency> window,

            @Doc("Who paused it through the API, and why; missing when it is not paused.") @Nullable PauseView pause,

            @Doc("The file and the line where it is defined, as \"baton.toml:12\"; missing for what the API made.")
            @Nullable String place) {}

    /**
     * A pause.
     *
     * @param by who
     * @param since when
     * @param reason why
     */
    @Doc("A pause.")
    public record PauseView(
            @Doc("The name of the token that paused it.") String by,

            @Doc("Since when.") Instant since,

            @Doc("The reason; missing when none was given.") @Nullable String reason) {

        static PauseView of(PauseNotes.Note note) {
            return new PauseView(note.actor(), note.since(), note.reason().isEmpty() ? null : note.reason());
        }
    }
}
