package dev.baton.internal.view;

import dev.baton.Condition;
import dev.baton.Explanation.JoinState;
import dev.baton.RunStatus;
import dev.baton.graph.Plan;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.ReasonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parents of a step, grouped by whether their edges hold, can still hold, or cannot. Created within the execution's
 * turn, in time linear in the number of parents.
 */
final class Parents {

    private static final int MOST_NAMES = 20;

    private final LiveExecution execution;
    private final int step;
    private final int all;
    private final Group withheld = new Group();
    private final Group holding = new Group();
    private final Group possible = new Group();
    private final Group impossible = new Group();
    private boolean hasSucceeded;

    /** A group of parents: the names of the first few, and the size of the group. */
    private final class Group {

        final List<String> names = new ArrayList<>();
        int size;

        void add(int parent) {
            size++;
            if (names.size() < MOST_NAMES) {
                names.add(Places.name(execution, parent));
            }
        }

        boolean isEmpty() {
            return size == 0;
        }

        String words(String before) {
            return ReasonText.list(names, size, before);
        }
    }

    private Parents(LiveExecution execution, int step) {
        this.execution = execution;
        this.step = step;
        Plan plan = execution.plan();
        if (plan.isFinal(step)) {
            this.all = plan.size() - 1;
            for (int other = 0; other < plan.size(); other++) {
                if (other != step) {
                    sort(other, true);
                }
            }
            return;
        }
        int[] parents = plan.parents(step);
        byte[] masks = plan.parentMasks(step);
        this.all = parents.length + plan.outsideParents(step).size();
        for (int i = 0; i < parents.length; i++) {
            sort(parents[i], Condition.holds(masks[i], execution.status(parents[i])));
        }
    }

    static Parents of(LiveExecution execution, int step) {
        return new Parents(execution, step);
    }

    private void sort(int parent, boolean holds) {
        RunStatus status = execution.status(parent);
        if (execution.progress().isWithheld(parent)) {
            withheld.add(parent);
        } else if (!status.isTerminal()) {
            possible.add(parent);
        } else if (holds) {
            holding.add(parent);
        } else {
            impossible.add(parent);
            hasSucceeded |= status.countsAsSuccess();
        }
    }

    /** The rest of a sentence that begins with the name of a blocked step. */
    String words() {
        Plan plan = execution.plan();
        if (!withheld.isEmpty()) {
            return "is held back by " + withheld.words("and");
        }
        if (plan.isFinal(step)) {
            return possible.size == 1
                    ? "waits for " + possible.words("and")
                    : "waits for all other steps: " + possible.words("and") + " have not ended";
        }
        if (plan.join(step).isAll()) {
            return impossible.isEmpty() || possible.isEmpty()
                    ? "waits for " + possible.words("and")
                    : "is skipped once all parents have ended, because " + impossible.words("and")
                            + " ended otherwise than it asks for; it waits for " + possible.words("and");
        }
        int needed = plan.join(step).needed();
        StringBuilder words = new StringBuilder("needs ")
                .append(needed == 1 ? "one" : Integer.toString(needed))
                .append(" of its ")
                .append(all)
                .append(" parents to hold: ");
        if (!holding.isEmpty()) {
            words.append(holding.words("and"))
                    .append(holding.size == 1 ? " does" : " do")
                    .append(", ");
        }
        words.append(possible.words("and")).append(" still can");
        if (!impossible.isEmpty()) {
            words.append(", ").append(impossible.words("and")).append(" cannot any more");
        }
        return words.toString();
    }

    /** The same as {@link #words}, as data. */
    @Nullable JoinState state() {
        int needed = execution.plan().join(step).needed();
        return new JoinState(
                needed == 0 ? all : needed,
                all,
                holding.names,
                concat(withheld.names, possible.names),
                impossible.names);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    /** The rest of a sentence that begins with the name of a step that was skipped by its conditions. */
    static String brokenWords(LiveExecution execution, int step, String reason) {
        Parents parents = of(execution, step);
        boolean leadsOn = parents.impossible.size == 1
                && execution.plan().outsideParents(step).isEmpty()
                && !parents.hasSucceeded;
        return leadsOn ? "was skipped because of " + parents.impossible.names.get(0) : "was skipped: " + reason;
    }
}
