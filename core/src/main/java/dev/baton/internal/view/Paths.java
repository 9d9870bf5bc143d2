package dev.baton.internal.view;

import dev.baton.Condition;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.internal.execution.EndReason;
import dev.baton.internal.execution.LiveExecution;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Finds paths through an execution's graph from a step to the cause of its status. Called within the execution's turn,
 * so it does bounded work for each step: it follows a path of any length parent by parent, and compares several paths
 * only near the start.
 */
final class Paths {

    /** The most steps of a path that are kept: the first ones and the last. */
    static final int LONGEST = 50;

    private static final int NEARBY = 1_000;
    private static final int COMPARED = 100;
    private static final int NONE = -1;

    private Paths() {}

    /**
     * A path.
     *
     * @param steps the steps, from the one that is explained to the cause
     * @param more how many steps are left out before the last
     */
    record Path(List<Integer> steps, int more) {

        int last() {
            return steps.get(steps.size() - 1);
        }
    }

    /** Collects the steps of a path, and leaves out the middle of a long one. */
    private static final class Gathering {

        private final List<Integer> steps = new ArrayList<>();
        private int last;
        private int all;

        void add(int step) {
            all++;
            last = step;
            if (steps.size() < LONGEST) {
                steps.add(step);
            }
        }

        Path path() {
            if (all > steps.size()) {
                steps.set(LONGEST - 1, last);
            }
            return new Path(steps, all - steps.size());
        }
    }

    /**
     * The path from a blocked step up to one that is not blocked: the most urgent among the near ones, or else the
     * first that is found.
     */
    static Path toActive(LiveExecution execution, int asked) {
        Map<Integer, Integer> from = new HashMap<>();
        List<Integer> active = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(asked));
        from.put(asked, NONE);
        while (!open.isEmpty() && from.size() < NEARBY) {
            int step = open.remove();
            for (int parent : openParents(execution, step)) {
                if (from.size() < NEARBY && from.putIfAbsent(parent, step) == null) {
                    if (execution.status(parent) == RunStatus.BLOCKED) {
                        open.add(parent);
                    } else {
                        active.add(parent);
                    }
                }
            }
        }
        return active.isEmpty() ? walk(execution, asked) : back(from, mostUrgent(execution, active));
    }

    static int mostUrgent(LiveExecution execution, List<Integer> steps) {
        int best = steps.get(0);
        int least = Integer.MAX_VALUE;
        for (int step : steps.subList(0, Math.min(COMPARED, steps.size()))) {
            int urgency = execution.progress().isWithheld(step)
                    ? NONE
                    : Stories.of(execution, step).urgency();
            if (urgency < least) {
                least = urgency;
                best = step;
            }
        }
        return best;
    }

    private static Path back(Map<Integer, Integer> from, int last) {
        Deque<Integer> steps = new ArrayDeque<>();
        for (int step = last; step != NONE; step = from.getOrDefault(step, NONE)) {
            steps.addFirst(step);
        }
        Gathering way = new Gathering();
        steps.forEach(way::add);
        return way.path();
    }

    private static Path walk(LiveExecution execution, int asked) {
        Gathering way = new Gathering();
        int step = asked;
        while (step != NONE) {
            way.add(step);
            step = execution.status(step) == RunStatus.BLOCKED ? firstOpen(execution, step) : NONE;
        }
        return way.path();
    }

    private static List<Integer> openParents(LiveExecution execution, int step) {
        List<Integer> open = new ArrayList<>();
        Plan plan = execution.plan();
        if (plan.isFinal(step)) {
            for (int other = 0; other < plan.size() && open.size() < NEARBY; other++) {
                boolean active = isOpen(execution, other) && execution.status(other) != RunStatus.BLOCKED;
                if (other != step && active) {
                    open.add(other);
                }
            }
            return open;
        }
        for (int parent : plan.parents(step)) {
            if (isOpen(execution, parent) && open.size() < NEARBY) {
                open.add(parent);
            }
        }
        return open;
    }

    private static boolean isOpen(LiveExecution execution, int step) {
        return !execution.status(step).isTerminal() || execution.progress().isWithheld(step);
    }

    private static int firstOpen(LiveExecution execution, int step) {
        for (int parent : execution.plan().parents(step)) {
            if (isOpen(execution, parent)) {
                return parent;
            }
        }
        return NONE;
    }

    /** The path from a step that was skipped by its conditions to the first step that ended for a reason of its own. */
    static Path toFirstCause(LiveExecution execution, int asked) {
        Gathering way = new Gathering();
        int step = asked;
        while (step != NONE) {
            way.add(step);
            boolean cascaded = execution.status(step) == RunStatus.SKIPPED
                    && execution.runs().why(step) == EndReason.CONDITION;
            int broken = cascaded ? firstBroken(execution, step) : NONE;
            // A parent that succeeded where its child needs a failure is itself the cause.
            step = broken == NONE || execution.status(broken).countsAsSuccess() ? NONE : broken;
        }
        return way.path();
    }

    private static int firstBroken(LiveExecution execution, int step) {
        int[] parents = execution.plan().parents(step);
        byte[] masks = execution.plan().parentMasks(step);
        for (int i = 0; i < parents.length; i++) {
            RunStatus end = execution.status(parents[i]);
            if (end.isTerminal() && !Condition.holds(masks[i], end)) {
                return parents[i];
            }
        }
        return NONE;
    }

    /** The path from a step straight to the first step that the predicate accepts. */
    static Path to(LiveExecution execution, int asked, IntPredicate fits) {
        Gathering way = new Gathering();
        way.add(asked);
        for (int step = 0; step < execution.plan().size(); step++) {
            if (step != asked && fits.test(step)) {
                way.add(step);
                break;
            }
        }
        return way.path();
    }
}
