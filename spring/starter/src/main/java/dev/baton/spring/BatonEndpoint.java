package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Registered;
import dev.baton.Run;
import dev.baton.error.NoSuchJobException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The scheduler under {@code /actuator/baton}: what is registered, and the latest executions of one job or workflow.
 * Read-only unless {@code management.endpoint.baton.access=unrestricted}, which allows to trigger, pause and resume.
 *
 * <pre>{@code
 * curl localhost:8080/actuator/baton/report
 * }</pre>
 */
@Endpoint(id = "baton", defaultAccess = Access.READ_ONLY)
public final class BatonEndpoint {

    private static final int MOST = 20;

    private final Baton baton;

    BatonEndpoint(Baton baton) {
        this.baton = baton;
    }

    /**
     * A job or workflow.
     *
     * @param name its name
     * @param workflow whether it is a workflow
     * @param paused whether it is paused
     * @param schedule its schedule
     * @param nextFire its next fire
     */
    public record DefinitionView(
            String name,
            boolean workflow,
            boolean paused,
            String schedule,
            @Nullable Instant nextFire) {}

    /**
     * An execution.
     *
     * @param id its id
     * @param status its status
     * @param trigger why it started
     * @param started when it started
     * @param finished when it ended
     * @param runs its runs, 100 at most
     */
    public record ExecutionView(
            String id,
            String status,
            String trigger,
            Instant started,
            @Nullable Instant finished,
            List<RunView> runs) {}

    /**
     * A run.
     *
     * @param job the job or step
     * @param status its status
     * @param attempt its attempt
     * @param reason why it is where it is
     */
    public record RunView(String job, String status, int attempt, String reason) {}

    /** Everything that is registered. */
    @ReadOperation
    public Map<String, List<DefinitionView>> definitions() {
        return Map.of(
                "definitions", baton.list().stream().map(BatonEndpoint::view).toList());
    }

    /** The latest executions of a job or workflow, active ones first; null, which is answered by 404, if it is unknown. */
    @ReadOperation
    public @Nullable Map<String, Object> executions(@Selector String name) {
        return baton.find(name)
                .map(found -> Map.of("definition", view(found), "executions", latest(name)))
                .orElse(null);
    }

    /** Triggers, pauses or resumes a job or workflow. */
    @WriteOperation
    public @Nullable Map<String, Object> act(@Selector String name, String action) {
        try {
            switch (action) {
                case "trigger" -> {
                    return Map.of("execution", baton.trigger(name).id().toString());
                }
                case "pause" -> baton.pause(name);
                case "resume" -> baton.resume(name);
                default ->
                    throw new InvalidEndpointRequestException(
                            "the action is trigger, pause or resume", "unknown action");
            }
        } catch (NoSuchJobException e) {
            return null;
        }
        return Map.of("name", name, "action", action);
    }

    private List<ExecutionView> latest(String name) {
        Stream<Execution> active = baton.activeExecutions().stream()
                .filter(execution -> execution.name().equals(name));
        return Stream.concat(active, baton.pastExecutions(name).stream())
                .limit(MOST)
                .map(BatonEndpoint::view)
                .toList();
    }

    private static DefinitionView view(Registered registered) {
        return new DefinitionView(
                registered.name(),
                registered.isWorkflow(),
                registered.isPaused(),
                registered.schedule(),
                registered.nextFire().orElse(null));
    }

    private static ExecutionView view(Execution execution) {
        return new ExecutionView(
                execution.id().toString(),
                execution.status().toString(),
                execution.trigger().toString(),
                execution.started(),
                execution.finished().orElse(null),
                execution.runs(0, 100, Set.of()).stream()
                        .map(BatonEndpoint::view)
                        .toList());
    }

    private static RunView view(Run run) {
        return new RunView(run.step(), run.status().toString(), run.attempt(), run.reason());
    }
}
