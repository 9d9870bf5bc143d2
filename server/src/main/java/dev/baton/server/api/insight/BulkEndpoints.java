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

/** The same done to many executions, or to many jobs and workflows. */
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
    @Doc("What to do to which: cancel, retry, hold and release are for executions, pause and resume for names.")
    record BulkRequest(
            @Doc("What to do.") BulkAction action,

            @Doc("The ids of executions; " + MOST + " at most.") @Nullable List<UUID> executions,

            @Doc("The names of jobs and workflows; " + MOST + " at most.") @Nullable List<String> names,

            @Doc("Why, in words, for the audit log.") @Nullable String reason) {}

    /** The answer: the results of the action. */
    @Doc("What came of it.")
    record BulkView(
            @Doc("How many it was done to.") int done,

            @Doc("Each that it could not be done to, and why.")
            List<RefusedView> refused) {}

    /** One that it could not be done to. */
    @Doc("One that it could not be done to.")
    record RefusedView(
            @Doc("The id of the execution, or the name.") String subject,
            @Doc("Why not.") String detail) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/api/v1/bulk", Access.OPERATOR, this::act)
                .operation("bulk")
                .about(
                        "Do the same to many",
                        "One after the other: what cannot be done to one is told, and does not keep it from the others.")
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
            throw ProblemException.badField(pointer, "it is missing or empty: say which");
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
