package dev.baton.server.api.runs;

import dev.baton.Execution.Cancellation;
import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.server.api.Services;
import dev.baton.server.api.runs.RunLookup.Found;
import dev.baton.server.event.EventHub;
import dev.baton.server.event.EventType;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Stream;
import java.util.List;
import java.util.Map;

/**
 * The endpoints with actions on runs. The author and the reason go to the audit log, and to the run's log if the action
 * ends the run.
 */
final class RunActions {

    private static final int LONGEST_REASON = 2_000;

    private final Services services;
    private final RunLookup lookup;
    private final EventHub events;

    RunActions(Services services, RunLookup lookup, EventHub events) {
        this.services = services;
        this.lookup = lookup;
        this.events = events;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(RunEndpoints.ONE + "/cancel", Access.OPERATOR, this::cancel)
                        .operation("runs.cancel")
                        .about("Cancel a run", "Its children see a failure.")
                        .takes(WhyRequest.class)
                        .gives(CancellationView.class),
                Endpoint.post(RunEndpoints.ONE + "/retry", Access.OPERATOR, this::retry)
                        .operation("runs.retry")
                        .about(
                                "Retry a failed run",
                                "Also runs the steps that were skipped because of it. A fan-out retries only failed items. A run that"
                                        + " waits for its next attempt starts it at once. 409 if it has not failed.")
                        .takes(WhyRequest.class)
                        .gives(RunDetails.class),
                Endpoint.post(RunEndpoints.ONE + "/mark", Access.OPERATOR, this::mark)
                        .operation("runs.mark")
                        .about(
                                "Mark a run as success or skipped",
                                "Steps that were skipped because of it are evaluated again. 409 if it has"
                                        + " succeeded already.")
                        .takes(MarkRequest.class)
                        .gives(RunDetails.class),
                Endpoint.post(RunEndpoints.ONE + "/approve", Access.OPERATOR, this::approve)
                        .operation("runs.approve")
                        .about(
                                "Answer a run that waits for an approval",
                                "The run succeeds if approved, and fails otherwise. 409"
                                        + " if it does not wait for an approval.")
                        .takes(ApproveRequest.class)
                        .gives(RunDetails.class));
    }

    private Found find(Request request) {
        Found found = lookup.find(request.runId("id"));
        request.audit("job", found.run().job());
        return found;
    }

    private Response cancel(Request request) {
        WhyRequest.note(request);
        Found found = find(request);
        boolean withWorker = services.dispatcher().workerOf(found.run().id()).isPresent();
        Cancellation done = found.execution().cancel(found.step());
        return Response.json(CancellationView.of(done, withWorker));
    }

    private Response retry(Request request) {
        WhyRequest.note(request);
        Found found = find(request);
        RunLookup.refuseChildOfEnded(services.baton(), found.execution());
        found.execution().retry(found.step());
        return Response.json(lookup.details(found.run().id()));
    }

    private Response mark(Request request) throws InterruptedException {
        MarkRequest mark = request.body(MarkRequest.class);
        String reason = checked("/reason", mark.reason());
        if (reason.isBlank()) {
            throw ProblemException.badField("/reason", "it is empty: give a reason, for the audit log");
        }
        Found found = find(request);
        request.audit("marked", mark.status().status());
        request.audit("reason", reason);
        found.execution().mark(found.step(), mark.status().status());
        note(
                found,
                "marked as " + mark.status().status() + " by " + request.actor().name() + ": " + reason);
        return Response.json(lookup.details(found.run().id()));
    }

    private Response approve(Request request) throws InterruptedException {
        ApproveRequest answer = request.body(ApproveRequest.class);
        String comment = checked("/comment", answer.comment() == null ? "" : answer.comment());
        Found found = find(request);
        request.audit("approved", answer.approved());
        request.audit("comment", comment);
        String words = request.actor().name() + (comment.isBlank() ? "" : ": " + comment);
        if (answer.approved()) {
            found.execution().approve(found.step(), words);
        } else {
            found.execution().reject(found.step(), words);
        }
        note(found, (answer.approved() ? "approved by " : "rejected by ") + words);
        events.publish(
                answer.approved() ? EventType.RUN_APPROVED : EventType.RUN_REJECTED,
                Map.of(
                        "name", found.run().job(),
                        "execution_id", found.execution().id().toString(),
                        "run_id", found.run().id().toString(),
                        "attempt", found.run().attempt(),
                        "status", answer.approved() ? RunStatus.SUCCESS.toString() : RunStatus.FAILURE.toString(),
                        "detail", words));
        return Response.json(lookup.details(found.run().id()));
    }

    private static String checked(String pointer, String text) {
        if (text.length() > LONGEST_REASON) {
            throw ProblemException.badField(pointer, "it is longer than " + LONGEST_REASON + " characters");
        }
        return text;
    }

    /** Adds a line to the run's log, and reopens it for that. */
    private void note(Found found, String words) throws InterruptedException {
        RunId run = found.run().id();
        services.logs()
                .append(
                        run,
                        found.run().attempt(),
                        List.of(new LogEntry(services.dispatcher().time().now(), Stream.SYSTEM, words)));
        if (lookup.find(run).run().status().isTerminal()) {
            services.logs().close(run);
        }
    }
}
