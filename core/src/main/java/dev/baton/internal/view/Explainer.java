package dev.baton.internal.view;

import dev.baton.Explanation;
import dev.baton.Explanation.Ahead;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Evidence;
import dev.baton.Explanation.Holder;
import dev.baton.Explanation.Holders;
import dev.baton.Explanation.Reason;
import dev.baton.Explanation.Reasons;
import dev.baton.RunStatus;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Throttle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Explains the status of a run, as far as the state of its own execution tells. Called within the execution's turn. */
public final class Explainer {

    static final int MOST_REASONS = 20;

    private Explainer() {}

    /** Explains a run. */
    public static Look run(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        if (status == RunStatus.BLOCKED) {
            return execution.hasBegun() ? blocked(execution, step) : notBegun(execution, step);
        }
        EndReason why = execution.runs().why(step);
        if (status.isTerminal() && why == EndReason.CONDITION) {
            return cascaded(execution, step);
        }
        if (status.isTerminal() && why == EndReason.FAIL_FAST) {
            return along(execution, Paths.to(execution, step, other -> isGuilty(execution, other)), Reasons.NONE);
        }
        return along(execution, new Paths.Path(List.of(step), 0), Reasons.NONE);
    }

    /** Whether a step makes its execution fail. */
    static boolean isGuilty(LiveExecution execution, int step) {
        RunStatus status = execution.status(step);
        return (status == RunStatus.FAILURE || status == RunStatus.TIMEOUT)
                && !execution.plan().mayFail(step);
    }

    private static Look notBegun(LiveExecution execution, int step) {
        Look whole = ExecutionExplainer.of(execution, 0);
        Reason asked = new Reason(
                Places.run(execution, step),
                execution.status(step).toString(),
                whole.explanation().root().cause(),
                "waits for the beginning of "
                        + whole.explanation().root().place().name(),
                null);
        List<Reason> chain = new ArrayList<>(List.of(asked));
        chain.addAll(whole.explanation().chain().shown());
        Explanation told = whole.explanation();
        return new Look(
                new Explanation(new Reasons(chain, 0), Reasons.NONE, told.evidence(), told.facts(), told.remedy()),
                whole.lead());
    }

    private static Look blocked(LiveExecution execution, int step) {
        Look look = along(execution, Paths.toActive(execution, step), openParents(execution, step));
        Explanation told = look.explanation();
        return new Look(
                told.withEvidence(
                        told.evidence().withJoin(Parents.of(execution, step).state())),
                look.lead());
    }

    private static Reasons openParents(LiveExecution execution, int step) {
        List<Reason> reasons = new ArrayList<>();
        int all = 0;
        for (int parent : parents(execution, step)) {
            boolean withheld = execution.progress().isWithheld(parent);
            if (!execution.status(parent).isTerminal() || withheld) {
                all++;
                if (reasons.size() < MOST_REASONS) {
                    reasons.add(reason(execution, parent));
                }
            }
        }
        return new Reasons(reasons, all - reasons.size());
    }

    /**
     * The parents to name. For the final step these are the steps that are not blocked: a blocked step waits for one of
     * them itself.
     */
    private static int[] parents(LiveExecution execution, int step) {
        if (!execution.plan().isFinal(step)) {
            return execution.plan().parents(step);
        }
        return IntStream.range(0, execution.plan().size())
                .filter(other -> other != step && execution.status(other) != RunStatus.BLOCKED)
                .toArray();
    }

    private static Look cascaded(LiveExecution execution, int step) {
        Paths.Path path = Paths.toFirstCause(execution, step);
        Look look = along(execution, path, Reasons.NONE);
        Explanation told = look.explanation();
        String name = told.root().place().name();
        String after = "and what was skipped because of it is looked at again.";
        RunStatus end = execution.status(path.last());
        String remedy = "";
        if (end.countsAsFailure()) {
            remedy = "Retry or mark " + name + ", " + after;
        } else if (end == RunStatus.SKIPPED && path.last() != step) {
            String own = told.remedy().isEmpty() ? "" : told.remedy() + " ";
            remedy = own + "Or mark " + name + " as success, " + after;
        }
        return new Look(told.withRemedy(remedy), look.lead());
    }

    /** An explanation whose chain follows a path; the last step of the path is the cause. */
    static Look along(LiveExecution execution, Paths.Path path, Reasons because) {
        List<Reason> chain = new ArrayList<>();
        path.steps().forEach(step -> chain.add(reason(execution, step)));
        int last = path.last();
        Story story = story(execution, last);
        Evidence evidence = Evidence.NONE.withUntil(story.until());
        if (story.cause() == Cause.PARALLEL) {
            evidence = parallel(execution, last, evidence);
            Reason root = chain.get(chain.size() - 1);
            chain.set(chain.size() - 1, root.with(Cause.PARALLEL, root.text() + GateWords.steps(evidence)));
        }
        return new Look(
                new Explanation(
                        new Reasons(chain, path.more()),
                        because,
                        evidence,
                        Stories.facts(execution, last),
                        story.remedy()),
                story.lead());
    }

    /** Adds the active steps, and the number of steps that wait ahead of this one. */
    private static Evidence parallel(LiveExecution execution, int step, Evidence evidence) {
        Throttle throttle = execution.throttle();
        if (throttle == null) {
            return evidence;
        }
        Throttle.Line line = throttle.line(step, MOST_REASONS);
        List<Holder> holders = line.active().stream()
                .map(active -> new Holder(
                        Places.run(execution, active),
                        execution.status(active).toString(),
                        reason(execution, active).since()))
                .toList();
        return evidence.withLimit(
                        "steps of " + Places.execution(execution).name(), new Holders(holders, line.moreActive()))
                .withAhead(new Ahead(line.ahead(), line.orMore(), null));
    }

    /** The status of one run and its cause, as a link of a chain. */
    public static Reason reason(LiveExecution execution, int step) {
        return story(execution, step).about(execution, step);
    }

    /** The story of a run. A failed step that holds back its children is a cause of its own. */
    static Story story(LiveExecution execution, int step) {
        Story story = Stories.of(execution, step);
        if (!execution.progress().isWithheld(step)) {
            return story;
        }
        String name = Places.name(execution, step);
        return Story.of(
                Cause.FAILURE_HOLD,
                story.text(),
                "Retry " + name + ", mark it as success or skipped, or cancel the execution.");
    }
}
