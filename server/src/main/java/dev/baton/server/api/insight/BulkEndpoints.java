package dev.baton.server.api.insight;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.error.BatonException;
import dev.baton.error.StoreFailedException;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.security.Actor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The endpoint that applies an action to many executions, or to many jobs and workflows. */
final class BulkEndpoints {

    private static final int MOST = 500;
    private static final int LONGEST_REASON = 2_000;

    private final DefinitionServices definitions;
    private final Baton baton;

    BulkEndpoints(DefinitionServices definitions) {
        this.definitions = definitions;
        this.baton = definitions.all().baton();
    }

    /** The actions that apply to many. */
    enum BulkAction {
        CANCEL,
        RETRY,
        HOLD,
        RELEASE,
        PAUSE,
        RESUME
    }

    /** The request: an action and its targets. */
    @Doc(
            "An action and its targets: cancel, retry, hold and release apply to executions, pause and resume to jobs and workflows.")
    record BulkRequest(
            @Doc("The action.") BulkAction action,

            @Doc("The ids of executions; " + MOST + " at most.") @Nullable List<UUID> executions,

            @Doc("The names of jobs and workflows; " + MOST + " at most.") @Nullable List<String> names,

            @Doc("The reason, for the audit log.") @Nullable String reason) {}

    /** The answer: the results of the action. */
    @Doc("The result of the action.")
    record BulkView(
            @Doc("The number of targets for which it succeeded.")
            int done,

            @Doc("The targets for which it failed, with the reasons.")
            List<RefusedView> refused) {}

    /** A target for which the action failed. */
    @Doc("A target for which the action failed.")
    record RefusedView(
            @Doc("The id of the execution, or the name.") String subject,
            @Doc("Why not.") String detail) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/api/v1/bulk", Access.OPERATOR, this::act)
                .operation("bulk")
                .about(
                        "Apply an action to many targets",
                        "The targets are independent: a failure for one target is reported, and does not affect the others.")
                .takes(BulkRequest.class)
                .gives(BulkView.class));
    }

    private Response act(Request request) {
        BulkRequest wanted = request.body(BulkRequest.class);
        boolean isAboutNames = wanted.action == BulkAction.PAUSE || wanted.action == BulkAction.RESUME;
        Set<Object> subjects = new LinkedHashSet<>(
                isAboutNames ? given("/names", wanted.names) : given("/executions", wanted.executions));
        request.audit("action", wanted.action.toString());
        request.audit("subjects", subjects.stream().map(Object::toString).toList());
        String reason = wanted.reason == null ? "" : wanted.reason;
        if (reason.length() > LONGEST_REASON) {
            throw ProblemException.badField("/reason", "it is longer than " + LONGEST_REASON + " characters");
        }
        if (!reason.isEmpty()) {
            request.audit("reason", reason);
        }
        List<RefusedView> refused = new ArrayList<>();
        for (Object subject : subjects) {
            try {
                if (subject instanceof UUID id) {
                    onExecution(wanted.action).accept(baton.execution(id));
                } else {
                    onDefinition(wanted.action, subject.toString(), reason, request.actor());
                }
            } catch (StoreFailedException e) {
                throw e;
            } catch (BatonException | ProblemException e) {
                refused.add(new RefusedView(subject.toString(), String.valueOf(e.getMessage())));
            }
        }
        return Response.json(new BulkView(subjects.size() - refused.size(), refused));
    }

    private static List<?> given(String pointer, @Nullable List<?> subjects) {
        if (subjects == null || subjects.isEmpty()) {
            throw ProblemException.badField(pointer, "it is missing or empty: name the targets");
        }
        if (subjects.size() > MOST) {
            throw ProblemException.badField(pointer, "it has more than " + MOST + " entries");
        }
        return subjects;
    }

    private static Consumer<Execution> onExecution(BulkAction action) {
        return switch (action) {
            case CANCEL -> Execution::cancel;
            case RETRY -> Execution::retry;
            case HOLD -> Execution::hold;
            case RELEASE -> Execution::release;
            case PAUSE, RESUME -> throw new IllegalArgumentException(action + " is not for executions");
        };
    }

    private void onDefinition(BulkAction action, String name, String reason, Actor actor) {
        Entry entry = definitions
                .all()
                .catalog()
                .find(name)
                .orElseThrow(() -> ProblemException.notFound("there is no job or workflow " + name));
        if (action == BulkAction.PAUSE) {
            baton.pause(entry.name());
            definitions.pauses().put(entry.name(), reason, actor);
            definitions.events().paused(entry);
        } else {
            baton.resume(entry.name());
            definitions.pauses().remove(entry.name());
            definitions.events().resumed(entry);
        }
    }
}
