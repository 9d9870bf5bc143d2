package dev.baton.server.api.runs;

import dev.baton.server.api.Services;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.security.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The endpoints that submit runs to start once: a single run, or a batch of which all runs are accepted or none. */
public final class SubmitEndpoints {

    private static final int MOST_AT_ONCE = 1_000;
    private static final String KEY = "Idempotency-Key";
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Services services;
    private final AdhocJobs adhoc;

    /** Creates the endpoints. */
    public SubmitEndpoints(Services services, AdhocJobs adhoc) {
        this.services = services;
        this.adhoc = adhoc;
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post(RunEndpoints.PATH, Access.OPERATOR, this::one)
                        .operation("runs.create")
                        .about(
                                "Submit a run",
                                "It starts once, when its parents have ended as required; parents that"
                                        + " have ended already count at once. The header " + KEY
                                        + " does the same as key. 200 if the key is known and nothing is new.")
                        .takes(SubmittedRun.class)
                        .header(KEY, "Does the same as key.")
                        .gives(CREATED, SubmissionView.class)
                        .givesToo(OK),
                Endpoint.post(RunEndpoints.PATH + "/batch", Access.OPERATOR, this::batch)
                        .operation("runs.batch")
                        .about(
                                "Submit runs that depend on one another",
                                "Accepts all of them or none. The header " + KEY + " makes the whole batch idempotent."
                                        + " 200 if all keys are known and nothing is new.")
                        .takes(BatchRequest.class)
                        .header(KEY, "The idempotency key of the whole batch.")
                        .gives(CREATED, SubmissionView.BatchView.class)
                        .givesToo(OK));
    }

    private Response one(Request request) {
        SubmittedRun run = request.body(SubmittedRun.class);
        String key = request.header(KEY).orElse(null);
        SubmittedRun keyed = key == null || run.key() != null ? run : run.withKey(key);
        SubmissionView view = submit(request, List.of(keyed), List.of("")).get(0);
        request.auditTarget(view.executionId());
        return view.created()
                ? Response.created(view, "/api/v1/executions/" + view.executionId())
                : Response.json(view);
    }

    private Response batch(Request request) {
        List<SubmittedRun> runs = request.body(BatchRequest.class).runs();
        if (runs.isEmpty() || runs.size() > MOST_AT_ONCE) {
            throw ProblemException.badField("/runs", "a batch has 1 to " + MOST_AT_ONCE + " runs, not " + runs.size());
        }
        String key = request.header(KEY).orElse(null);
        List<SubmittedRun> keyed = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            SubmittedRun run = runs.get(i);
            keyed.add(key == null || run.key() != null ? run : run.withKey(key + "/" + i));
        }
        List<String> pointers =
                IntStream.range(0, runs.size()).mapToObj(i -> "/runs/" + i).toList();
        List<SubmissionView> views = submit(request, keyed, pointers);
        boolean isNew = views.stream().anyMatch(SubmissionView::created);
        return Response.json(new SubmissionView.BatchView(views)).status(isNew ? CREATED : OK);
    }

    private List<SubmissionView> submit(Request request, List<SubmittedRun> runs, List<String> pointers) {
        boolean describes = runs.stream().anyMatch(run -> run.described() != null);
        if (describes && request.actor().role() != Role.ADMIN) {
            throw ProblemException.forbidden("a run with spec or command needs the role admin, and the token"
                    + " \"" + request.actor().name() + "\" has the role "
                    + request.actor().role());
        }
        Batch batch = new Batch(services, adhoc, runs, pointers);
        batch.check();
        List<SubmissionView> views = batch.submit();
        request.audit(
                "executions", views.stream().map(SubmissionView::executionId).toList());
        request.audit("jobs", views.stream().map(SubmissionView::job).distinct().toList());
        return views;
    }
}
