package dev.baton.server.api.runs;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Registered;
import dev.baton.RunId;
import dev.baton.Submission;
import dev.baton.error.DidYouMean;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.server.api.ParameterLimit;
import dev.baton.server.api.Services;
import dev.baton.server.api.runs.SubmittedRun.DependsOn;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.catalog.Entry;
import dev.baton.server.http.Problem.Mistake;
import dev.baton.server.http.ProblemException;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.document.Checked;
import dev.baton.spi.ExecutionRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs that are submitted together, validated as a whole before any of them is submitted. For one thread. */
final class Batch {

    private static final int LONGEST_KEY = 200;

    private final Services services;
    private final AdhocJobs adhoc;
    private final List<SubmittedRun> runs;
    private final List<String> pointers;
    private final List<Mistake> mistakes = new ArrayList<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, Integer> keys = new HashMap<>();
    private @Nullable String conflict;

    /** The new submissions, by position. */
    private final Map<Integer, JobSpec> described = new HashMap<>();

    /** The submissions that an earlier request made under the same key, by position. */
    private final Map<Integer, UUID> known = new HashMap<>();

    private List<Integer> order = List.of();

    /**
     * Reads a batch.
     *
     * @param pointers the place of each run in the request
     */
    Batch(Services services, AdhocJobs adhoc, List<SubmittedRun> runs, List<String> pointers) {
        this.services = services;
        this.adhoc = adhoc;
        this.runs = runs;
        this.pointers = pointers;
    }

    /**
     * @throws ProblemException with all problems
     */
    void check() {
        for (int i = 0; i < runs.size(); i++) {
            String ref = runs.get(i).ref();
            if (ref != null && places.put(ref, i) != null) {
                mistake(i, "/ref", "another one of the batch is called \"" + ref + "\" as well");
            }
        }
        for (int i = 0; i < runs.size(); i++) {
            checkKey(i);
        }
        findKnown();
        for (int i = 0; i < runs.size(); i++) {
            checkParameters(i);
            checkWork(i);
            for (int parent = 0; parent < runs.get(i).parents().size(); parent++) {
                checkParent(i, runs.get(i).parents().get(parent), "/depends_on/" + parent);
            }
        }
        checkOrder();
        if (mistakes.isEmpty() && conflict != null) {
            throw ProblemException.conflict(conflict);
        }
        if (!mistakes.isEmpty()) {
            Mistake first = mistakes.get(0);
            throw ProblemException.badRequest(
                    ProblemException.body(String.valueOf(first.pointer()), first.message()), mistakes);
        }
    }

    private void mistake(int place, String pointer, String message) {
        mistakes.add(Mistake.at(pointers.get(place) + pointer, message));
    }

    private void checkParameters(int place) {
        ParameterLimit.objection(runs.get(place).parameters())
                .ifPresent(objection -> mistake(place, "/parameters", objection));
    }

    private void checkKey(int place) {
        String key = runs.get(place).key();
        if (key == null) {
            return;
        }
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            mistake(place, "/key", "a key has 1 to " + LONGEST_KEY + " characters, not " + key.length());
        } else if (key.startsWith(RunRole.WITHIN)) {
            mistake(place, "/key", "keys that begin with " + RunRole.WITHIN + " are the server's own");
        } else {
            if (keys.put(key, place) != null) {
                mistake(place, "/key", "another one of the batch has the key \"" + key + "\" as well");
            }
        }
    }

    /** The executions of earlier requests with the same keys, all in one query. */
    private void findKnown() {
        for (ExecutionRecord first : services.history().withKeys(keys.keySet())) {
            Integer place = keys.get(first.cause().key());
            if (place != null) {
                known.put(place, first.id());
                checkSame(place, first.name());
            }
        }
    }

    /** The same key with different work is a mistake of the client, which would wait for a run that never starts. */
    private void checkSame(int place, String first) {
        SubmittedRun run = runs.get(place);
        boolean isSame =
                run.job() == null ? BroughtEntries.isOne(first) : run.job().equals(first);
        if (!isSame) {
            conflict(place, first);
        }
    }

    private void conflict(int place, String first) {
        if (conflict == null) {
            conflict = "the key \"" + runs.get(place).key() + "\" belongs to a run of " + first
                    + " that was submitted before: give what is submitted now another key";
        }
    }

    private void checkWork(int place) {
        SubmittedRun run = runs.get(place);
        String job = run.job();
        long given = Stream.of(job, run.spec(), run.command())
                .filter(Objects::nonNull)
                .count();
        if (given != 1) {
            mistake(place, "", "it needs one of job, spec and command" + (given == 0 ? "" : ", not " + given));
        } else if (job != null && !isKnown(job)) {
            List<String> names =
                    services.baton().list().stream().map(Registered::name).toList();
            mistake(place, "/job", "there is no job or workflow \"" + job + "\"" + DidYouMean.nextSentence(job, names));
        } else if (run.described() != null) {
            String pointer = pointers.get(place) + (run.spec() == null ? "" : "/spec");
            Checked<JobSpec> read = adhoc.read(run.described(), pointer, mistakes);
            if (read instanceof Checked.Valid<JobSpec> valid) {
                keep(place, valid.value());
            }
        }
    }

    private boolean isKnown(String job) {
        return services.baton().find(job).isPresent()
                || services.catalog().find(job).isPresent();
    }

    /** Notes a job to define, unless an earlier request defined it under the same key; then both must be equal. */
    private void keep(int place, JobSpec spec) {
        UUID first = known.get(place);
        if (first == null) {
            described.put(place, spec);
        } else if (!adhoc.isSame(services.baton().execution(first).name(), spec)) {
            conflict(place, "something else");
        }
    }

    private void checkParent(int place, DependsOn parent, String pointer) {
        long given = Stream.of(parent.ref(), parent.runId(), parent.executionId())
                .filter(Objects::nonNull)
                .count();
        if (given != 1) {
            mistake(place, pointer, "it needs one of ref, run_id and execution_id");
        } else if (parent.ref() != null) {
            if (!places.containsKey(parent.ref())) {
                mistake(
                        place,
                        pointer + "/ref",
                        "none of the batch is called \"" + parent.ref() + "\""
                                + DidYouMean.nextSentence(parent.ref(), places.keySet()));
            }
        } else {
            checkOutside(place, parent, pointer);
        }
    }

    private void checkOutside(int place, DependsOn parent, String pointer) {
        String runId = parent.runId();
        UUID executionId = parent.executionId();
        try {
            if (runId != null) {
                RunId id = RunId.parse(runId);
                services.baton().execution(id.execution()).step(id.number());
            } else if (executionId != null) {
                services.baton().execution(executionId);
            }
        } catch (NoSuchExecutionException | IllegalArgumentException wrong) {
            mistake(place, pointer + (runId == null ? "/execution_id" : "/run_id"), String.valueOf(wrong.getMessage()));
        }
    }

    private void checkOrder() {
        List<Set<Integer>> parents = new ArrayList<>();
        for (SubmittedRun run : runs) {
            Set<Integer> own = new LinkedHashSet<>();
            for (DependsOn parent : run.parents()) {
                Integer place = parent.ref() == null ? null : places.get(parent.ref());
                if (place != null) {
                    own.add(place);
                }
            }
            parents.add(own);
        }
        BatchOrder.Ordered ordered = BatchOrder.of(parents);
        order = ordered.order();
        if (!ordered.cycle().isEmpty()) {
            String path = ordered.cycle().stream()
                    .map(place -> String.valueOf(runs.get(place).ref()))
                    .collect(Collectors.joining(" → "));
            mistake(ordered.cycle().get(0), "/depends_on", "they wait for one another in a cycle: " + path);
        }
    }

    /** Submits the new runs, and returns all runs in the order of the request. */
    List<SubmissionView> submit() {
        Baton baton = services.baton();
        Map<Integer, Submission> submissions = new HashMap<>();
        List<Integer> fresh = new ArrayList<>();
        for (int place : order) {
            if (!known.containsKey(place)) {
                submissions.put(place, submission(baton, place, submissions));
                fresh.add(place);
            }
        }
        Set<UUID> before = new HashSet<>(known.values());
        List<Execution> started =
                baton.submit(fresh.stream().map(submissions::get).toList());
        Map<Integer, Execution> executions = new HashMap<>();
        known.forEach((place, id) -> executions.put(place, baton.execution(id)));
        for (int i = 0; i < fresh.size(); i++) {
            executions.put(fresh.get(i), started.get(i));
        }
        List<SubmissionView> views = new ArrayList<>();
        for (int place = 0; place < runs.size(); place++) {
            Execution execution = executions.get(place);
            if (execution != null) {
                boolean created = !before.contains(execution.id()) && !isLate(place, execution);
                views.add(view(runs.get(place).ref(), execution, created));
            }
        }
        return views;
    }

    /** Whether a concurrent request with the same key came first, so that the job of this one was not needed. */
    private boolean isLate(int place, Execution execution) {
        JobSpec spec = described.get(place);
        return spec != null && !spec.name().equals(execution.name());
    }

    private Submission submission(Baton baton, int place, Map<Integer, Submission> submissions) {
        SubmittedRun run = runs.get(place);
        JobSpec spec = described.get(place);
        Submission submission =
                spec == null ? services.catalog().submission(String.valueOf(run.job())) : adhoc.submission(spec);
        if (run.parameters() != null) {
            submission = submission.parameters(run.parameters());
        }
        if (run.key() != null) {
            submission = submission.key(run.key());
        }
        if (run.notBefore() != null) {
            submission = submission.notBefore(run.notBefore());
        }
        for (DependsOn parent : run.parents()) {
            submission = after(baton, submission, parent, submissions);
        }
        return submission;
    }

    private Submission after(
            Baton baton, Submission submission, DependsOn parent, Map<Integer, Submission> submissions) {
        if (parent.runId() != null) {
            return submission.after(RunId.parse(parent.runId()), parent.conditionArray());
        }
        UUID execution = parent.executionId();
        if (parent.ref() != null) {
            int place = places.getOrDefault(parent.ref(), -1);
            Submission sibling = submissions.get(place);
            if (sibling != null) {
                return submission.after(sibling, parent.conditionArray());
            }
            execution = known.get(place);
        }
        return execution == null ? submission : submission.after(baton.execution(execution), parent.conditionArray());
    }

    /**
     * A new execution is shown without asking the store: a thousand of them would cost a thousand reads, and if the store
     * were lost just now, the answer would be an error although they exist.
     */
    private SubmissionView view(@Nullable String ref, Execution execution, boolean created) {
        boolean isWorkflow = services.baton()
                .find(execution.name())
                .map(Registered::isWorkflow)
                .or(() -> services.catalog().find(execution.name()).map(Entry.WorkflowEntry.class::isInstance))
                .orElse(true);
        return new SubmissionView(
                ref,
                execution.id().toString(),
                isWorkflow ? null : run(execution).toString(),
                execution.name(),
                created ? ExecutionStatus.RUNNING : execution.status(),
                created);
    }

    /** The run of the job itself, after the runs of other executions that it waits for. */
    private static RunId run(Execution execution) {
        int number = 0;
        while (!execution.step(number).equals(execution.name())) {
            number++;
        }
        return new RunId(execution.id(), number);
    }
}
