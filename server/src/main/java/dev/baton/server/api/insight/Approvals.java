package dev.baton.server.api.insight;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Run;
import dev.baton.RunStatus;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.server.api.Services;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.metric.Remembered;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Finds the runs that wait for a person. Visits only the active executions of definitions with an approval. */
final class Approvals {

    private static final int MOST = 500;

    private static final Set<ExecutionStatus> ACTIVE = Set.of(ExecutionStatus.RUNNING, ExecutionStatus.HELD);

    private final Services services;

    private final Remembered<List<ApprovalView>> remembered;

    /** @param version grows when a run begins or ceases to wait for a person */
    Approvals(Services services, LongSupplier version) {
        this.services = services;
        this.remembered = new Remembered<>(version, this::look);
    }

    /** The waiting approvals, oldest first. */
    List<ApprovalView> waiting() {
        return remembered.get();
    }

    private List<ApprovalView> look() {
        Map<String, String> questions = questions();
        if (questions.isEmpty()) {
            return List.of();
        }
        Set<String> names = Set.copyOf(
                questions.keySet().stream().map(Approvals::definition).toList());
        List<ApprovalView> waiting = new ArrayList<>();
        for (ExecutionRecord row : services.history()
                .executions(HistoryExecutions.newest(MOST).named(names).in(ACTIVE))
                .rows()) {
            find(row).ifPresent(execution -> add(execution, row, questions, waiting));
        }
        waiting.sort(Comparator.comparing(ApprovalView::since));
        return List.copyOf(waiting);
    }

    private Optional<Execution> find(ExecutionRecord row) {
        try {
            return Optional.of(services.baton().execution(row.id()));
        } catch (NoSuchExecutionException removedMeanwhile) {
            return Optional.empty();
        }
    }

    private static void add(
            Execution execution, ExecutionRecord row, Map<String, String> questions, List<ApprovalView> waiting) {
        for (Run run : execution.runs(0, MOST, Set.of(RunStatus.RUNNING, RunStatus.PENDING))) {
            String question = questions.get(run.job());
            if (question != null && run.attempt() > 0) {
                Instant created = Time.toInstant(row.cause().created());
                waiting.add(new ApprovalView(
                        run.id().toString(),
                        execution.id().toString(),
                        execution.name(),
                        execution.step(run.id().number()),
                        question,
                        run.times().started() == null ? created : run.times().started()));
            }
        }
    }

    private static String definition(String job) {
        int slash = job.indexOf('/');
        return slash < 0 ? job : job.substring(0, slash);
    }

    /** The questions, by the name of the approval job. */
    private Map<String, String> questions() {
        Map<String, String> questions = new HashMap<>();
        services.catalog().all().forEach(entry -> note(entry, questions));
        services.catalog().brought(ACTIVE).forEach(entry -> note(entry, questions));
        return questions;
    }

    private static void note(Entry entry, Map<String, String> questions) {
        if (entry instanceof JobEntry job) {
            note(job.name(), job.spec().work(), questions);
        } else if (entry instanceof WorkflowEntry workflow) {
            workflow.spec().steps().forEach(step -> note(workflow.name() + "/" + step.name(), step.work(), questions));
        }
    }

    private static void note(String job, WorkSpec work, Map<String, String> questions) {
        work.question().ifPresent(question -> questions.put(job, question));
    }
}
