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
 * @param description its description
 * @param tags its tags
 * @param kind the kind of a job
 * @param steps the number of steps of a workflow
 * @param schedule its schedule
 * @param paused whether it is paused
 * @param source its source
 * @param lastExecution its newest execution
 */
@Doc("A job or workflow.")
public record DefinitionView(
        @Doc("Its name.") String name,

        @Doc("A name with spaces, for people.") @Nullable String title,

        @Doc("A description for people.") @Nullable String description,

        @Doc("Tags for searching and filtering.") List<String> tags,

        @Doc("The kind of a job: shell, http, fanout…; missing for a workflow.") @Nullable String kind,

        @Doc("The number of steps of a workflow; missing for a job.") @Nullable Integer steps,

        @Doc("Its schedule.") ScheduleView schedule,
        @Doc("Whether it is paused.") boolean paused,

        @Doc("The source of the definition; the API can change only definitions made through the API.")
        Source source,

        @Doc("Its newest execution; missing if there is none.") @Nullable LastExecution lastExecution) {

    /**
     * A schedule.
     *
     * @param text the schedule as written
     * @param timezone its time zone
     * @param words the schedule in words
     * @param nextFire the next fire
     */
    @Doc("A schedule.")
    public record ScheduleView(
            @Doc("The schedule as written.") String text,
            @Doc("Its time zone.") ZoneId timezone,
            @Doc("The schedule in words.") String words,

            @Doc("The next fire; missing if there is none.") @Nullable Instant nextFire) {}

    /**
     * An execution, in short.
     *
     * @param id its id
     * @param status its status
     * @param started when it began
     * @param finished when it ended
     */
    @Doc("An execution, in short.")
    public record LastExecution(
            @Doc("Its id.") UUID id,
            @Doc("Its status.") ExecutionStatus status,

            @Doc("When it began; missing before.") @Nullable Instant started,

            @Doc("When it ended; missing before.") @Nullable Instant finished) {}

    /**
     * The state of a dependency of a job with a window.
     *
     * @param name the job or workflow
     * @param status its latest status
     * @param holds whether a run that started now would accept it
     * @param finished when it ended
     * @param executionId the execution that ended
     */
    @Doc("The current state of a dependency of a job with a window.")
    public record WindowDependency(
            @Doc("The job or workflow.") String name,

            @Doc("Its latest status within the window: success, failure…; running while it runs; missing if nothing"
                    + " of it ended in there.")
            String status,

            @Doc("Whether a run that started now would accept it.")
            boolean holds,

            @Doc("When it ended; missing if it has not.") @Nullable Instant finished,

            @Doc("The execution that ended; missing if none has.") @Nullable UUID executionId) {

        static WindowDependency of(WindowBadges.Badge badge) {
            return new WindowDependency(
                    badge.name(), badge.status(), badge.holds(), badge.finished(), badge.execution());
        }
    }

    /**
     * The details of a job or workflow.
     *
     * @param definition its entry in a list
     * @param spec the definition
     * @param version its version in the API
     * @param changedBy the token that defined it
     * @param changedAt when it was defined
     * @param nextFires the next fires
     * @param window the states of the dependencies of a job with a window
     * @param pause its pause
     * @param place its place in the file
     */
    @Doc("The details of a job or workflow.")
    public record DefinitionDetail(
            @Doc("Its entry in a list.") DefinitionView definition,

            @Doc("The definition, with the keys of a configuration file.")
            JsonNode spec,

            @Doc("Its version, for If-Match; missing for a definition of the file.") @Nullable Integer version,

            @Doc("The name of the token that defined it; missing for a definition of the file.") @Nullable String changedBy,

            @Doc("When it was defined; missing for a definition of the file.") @Nullable Instant changedAt,

            @Doc("The next fires, five at most.") List<Instant> nextFires,

            @Doc("For a job with a window, the state of each dependency; missing for others.") @Nullable List<WindowDependency> window,

            @Doc("Its pause through the API; missing if it is not paused.") @Nullable PauseView pause,

            @Doc(
                    "The file and line of the definition, such as \"baton.toml:12\"; missing for a definition made through the API.")
            @Nullable String place) {}

    /**
     * A pause.
     *
     * @param by the name of the token that paused it
     * @param since the time of the pause
     * @param reason the reason
     */
    @Doc("A pause.")
    public record PauseView(
            @Doc("The name of the token that paused it.") String by,

            @Doc("Since when.") Instant since,

            @Doc("The reason; missing if none was given.") @Nullable String reason) {

        static PauseView of(PauseNotes.Note note) {
            return new PauseView(note.actor(), note.since(), note.reason().isEmpty() ? null : note.reason());
        }
    }
}
