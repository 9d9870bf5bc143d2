package dev.baton;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a run or an execution is where it is, and what would move it: as data, and by {@link #text()} in words. Every list
 * in it is short, however large the execution is and however many others wait. Immutable.
 *
 * <pre>{@code
 * print(execution.explain("load").text()); // waits for transform, which retries at 14:02
 * }</pre>
 *
 * @param chain from what was asked down to the cause; the first is what was asked, the last the cause
 * @param because everything that what was asked waits for directly, or failed of; the chain goes on from one of these
 * @param evidence what there is to know about the cause besides
 * @param facts further sentences, such as how long the run usually takes
 * @param remedy what would move it; empty when nothing needs to
 */
public record Explanation(Reasons chain, Reasons because, Evidence evidence, List<String> facts, String remedy) {

    private static final int LINKS_IN_WORDS = 4;

    /** The text before a name at the end of a sentence that names only one. */
    private static final List<String> JOINTS = List.of(" for ", " of ", " by ");

    /** Copies the lists. */
    public Explanation {
        if (chain.shown().isEmpty()) {
            throw new IllegalArgumentException("a chain begins with what was asked");
        }
        facts = List.copyOf(facts);
    }

    /** The causes there are. In JSON in small letters, with hyphens. */
    public enum Cause {
        /** Its body runs. */
        RUNNING,
        /** Its body was told to stop and has not ended yet. */
        STOPPING,
        /** Parents have not ended. */
        PARENTS,
        /** A run of another execution, after which this one was submitted, has not ended. */
        OUTSIDE,
        /** The workflow that the step runs has not ended. */
        SUB_WORKFLOW,
        /** Items of its fan-out have not ended. */
        FANOUT,
        /** The next attempt waits for its time. */
        RETRY,
        /** The execution was submitted for a later time. */
        DELAY,
        /** It waits for a time, a file, a URL or whatever its body waits for. */
        WAIT,
        /** A window dependency kept it from running, or is waited for. */
        WINDOW,
        /** A person has to approve. */
        APPROVAL,
        /** A person holds the execution. */
        HOLD,
        /** A step failed, and its workflow holds what comes after. */
        FAILURE_HOLD,
        /** A run of the same job, or an execution of the same workflow, is active. */
        OVERLAP,
        /** A job, a workflow or a queue has reached its limit of runs at a time. */
        LIMIT,
        /** A job or a queue has reached its limit of starts in a period. */
        RATE,
        /** Its execution has reached its limit of steps at a time. */
        PARALLEL,
        /** No worker serves its queue and has its labels. */
        NO_WORKER,
        /** The workers that could run it are busy. */
        WORKERS_BUSY,
        /** Its worker has sent no heartbeat for a while. */
        WORKER_SILENT,
        /** The scheduler has not been started, or stops. */
        NOT_STARTED,
        /** It, or its workflow, was paused. */
        PAUSED,
        /** It was removed. */
        REMOVED,
        /** The ends of its parents do not meet its conditions. */
        CONDITION,
        /** Its {@code when} was false. */
        WHEN,
        /** Its body, or an interceptor, skipped it. */
        SKIPPED,
        /** Its body succeeded. */
        SUCCESS,
        /** It failed. */
        FAILURE,
        /** It ran past a time limit. */
        TIMEOUT,
        /** A person cancelled it. */
        CANCELLED,
        /** A newer run took its place. */
        REPLACED,
        /** Another step failed, and its workflow fails fast. */
        FAIL_FAST,
        /** A person ended it by hand. */
        MARKED;

        /** The word as in JSON: {@code no-worker}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * The subject of a reason: a run, or an execution as a whole.
     *
     * @param name the name of the step, of the item or of the execution
     * @param job the job, {@code workflow/step} for a step; of an execution, the job or workflow
     * @param execution its execution
     * @param run the run; null for an execution as a whole
     */
    public record Place(
            String name,
            String job,
            UUID execution,
            @Nullable RunId run) {}

    /**
     * The status of one run or execution, and its cause.
     *
     * @param place the run or execution
     * @param status its status, as in JSON
     * @param cause the cause of the status
     * @param text the rest of a sentence that begins with the name of the run or execution
     * @param since the beginning of the status; null if it is not known
     */
    public record Reason(
            Place place,
            String status,
            Cause cause,
            String text,
            @Nullable Instant since) {

        /** As a sentence without its end. */
        public String sentence() {
            return place.name() + " " + text;
        }

        /** This reason with another cause and text. */
        public Reason with(Cause newCause, String newText) {
            return new Reason(place, status, newCause, newText, since);
        }
    }

    /**
     * A bounded list of reasons. A chain that is too long leaves out those before its last reason.
     *
     * @param shown the reasons in the list
     * @param more the number of reasons left out
     */
    public record Reasons(List<Reason> shown, int more) {

        /** None. */
        public static final Reasons NONE = new Reasons(List.of(), 0);

        /** Copies the list. */
        public Reasons {
            shown = List.copyOf(shown);
        }
    }

    /**
     * The facts about a cause.
     *
     * @param until the time at which the cause ends by itself; null if it is not known
     * @param limit the limit that is reached: {@code job thumbnail}, {@code queue film}, {@code executions of etl}
     * @param holders the runs or executions that hold the limit
     * @param ahead the runs in the queue before it; null if there is no queue
     * @param join which parents hold already, and which still can; null unless it waits for parents
     * @param items how far the fan-out is; null where there is none
     * @param demand what it asks of a worker; null unless it waits for one
     */
    public record Evidence(
            @Nullable Instant until,
            @Nullable String limit,
            Holders holders,
            @Nullable Ahead ahead,
            @Nullable JoinState join,
            @Nullable Items items,
            RunPolicy.@Nullable Demand demand) {

        /** Nothing. */
        public static final Evidence NONE = new Evidence(null, null, Holders.NONE, null, null, null, null);

        /** This evidence with the time at which the cause ends by itself. */
        public Evidence withUntil(@Nullable Instant newUntil) {
            return new Evidence(newUntil, limit, holders, ahead, join, items, demand);
        }

        /** This evidence with the runs in the queue before it. */
        public Evidence withAhead(@Nullable Ahead newAhead) {
            return new Evidence(until, limit, holders, newAhead, join, items, demand);
        }

        /** This evidence with a limit and its holders. */
        public Evidence withLimit(String newLimit, Holders newHolders) {
            return new Evidence(until, newLimit, newHolders, ahead, join, items, demand);
        }

        /** This evidence with the state of a join. */
        public Evidence withJoin(@Nullable JoinState newJoin) {
            return new Evidence(until, limit, holders, ahead, newJoin, items, demand);
        }

        /** This evidence with the items of a fan-out. */
        public Evidence withItems(@Nullable Items newItems) {
            return new Evidence(until, limit, holders, ahead, join, newItems, demand);
        }

        /** This evidence with the demands on a worker. */
        public Evidence withDemand(RunPolicy.Demand newDemand) {
            return new Evidence(until, limit, holders, ahead, join, items, newDemand);
        }
    }

    /**
     * The runs or executions that hold a limit.
     *
     * @param shown the oldest holders, the oldest first
     * @param more the number of further holders
     */
    public record Holders(List<Holder> shown, int more) {

        /** No holders. */
        public static final Holders NONE = new Holders(List.of(), 0);

        /** Copies the list. */
        public Holders {
            shown = List.copyOf(shown);
        }
    }

    /**
     * A run or execution that holds a limit.
     *
     * @param place the run or execution
     * @param status its status, as in JSON
     * @param since since when it runs, where that is known
     */
    public record Holder(
            Place place, String status, @Nullable Instant since) {}

    /**
     * The runs in a queue before another.
     *
     * @param count how many
     * @param orMore whether there are more than were counted
     * @param since since when the first of them waits; null when there is none
     */
    public record Ahead(int count, boolean orMore, @Nullable Instant since) {}

    /**
     * The state of a join. Long lists of names are cut.
     *
     * @param needed how many parents must hold
     * @param parents how many there are
     * @param holding the parents whose conditions hold
     * @param possible the parents whose conditions may still hold
     * @param impossible the parents whose conditions can no longer hold
     */
    public record JoinState(
            int needed, int parents, List<String> holding, List<String> possible, List<String> impossible) {

        /** Copies the lists. */
        public JoinState {
            holding = List.copyOf(holding);
            possible = List.copyOf(possible);
            impossible = List.copyOf(impossible);
        }
    }

    /**
     * The progress of a fan-out.
     *
     * @param total how many items there are
     * @param succeeded how many succeeded
     * @param failed how many failed
     * @param skipped how many were skipped
     * @param running how many run
     * @param waiting how many wait
     * @param atATime how many may run at a time; {@link Integer#MAX_VALUE} for any number
     */
    public record Items(int total, int succeeded, int failed, int skipped, int running, int waiting, int atATime) {}

    /** The root cause. */
    public Cause cause() {
        return root().cause();
    }

    /** The subject of the explanation: a step's name, or an execution. */
    public String subject() {
        return chain.shown().get(0).place().name();
    }

    /** The status of what was asked, as in JSON. */
    public String status() {
        return chain.shown().get(0).status();
    }

    /** The last of the chain: the cause. */
    public Reason root() {
        return chain.shown().get(chain.shown().size() - 1);
    }

    /** This explanation with another last reason, for a caller that knows more about the cause. */
    public Explanation withRoot(Reason root) {
        List<Reason> links = new ArrayList<>(chain.shown());
        links.set(links.size() - 1, root);
        return new Explanation(new Reasons(links, chain.more()), because, evidence, facts, remedy);
    }

    /** The same with other evidence. */
    public Explanation withEvidence(Evidence newEvidence) {
        return new Explanation(chain, because, newEvidence, facts, remedy);
    }

    /** This explanation with one more fact: a sentence without its full stop. */
    public Explanation withFact(String fact) {
        List<String> more = new ArrayList<>(facts);
        more.add(fact);
        return new Explanation(chain, because, evidence, more, remedy);
    }

    /** The same with another remedy. */
    public Explanation withRemedy(String newRemedy) {
        return new Explanation(chain, because, evidence, facts, newRemedy);
    }

    /** All of it in a few sentences. */
    public String text() {
        StringBuilder text = new StringBuilder(chainInWords());
        for (String fact : facts) {
            text.append(". ").append(fact);
        }
        if (!remedy.isEmpty()) {
            text.append(". ").append(remedy);
        } else {
            text.append('.');
        }
        return text.toString();
    }

    private String chainInWords() {
        List<Reason> links = chain.shown();
        int leftOut = chain.more();
        StringBuilder words = new StringBuilder(links.get(0).sentence());
        for (int i = 1; i < links.size(); i++) {
            boolean isLast = i == links.size() - 1;
            if (isLast || i < LINKS_IN_WORDS) {
                boolean jumps = isLast && leftOut > 0;
                words.append(jumps ? jump(leftOut, links.get(i)) : then(links.get(i - 1), links.get(i)));
            } else {
                leftOut++;
            }
        }
        return words.toString();
    }

    private static String jump(int leftOut, Reason last) {
        return ", and so on over " + String.format(Locale.ROOT, "%,d", leftOut) + " more, down to "
                + last.place().name() + ", which " + last.text();
    }

    private static String then(Reason before, Reason next) {
        String name = next.place().name();
        boolean isNamedAlone = JOINTS.stream().anyMatch(joint -> before.text().endsWith(joint + name));
        if (isNamedAlone) {
            return ", which " + next.text();
        }
        return (before.place().run() == null ? ": " : "; ") + next.sentence();
    }

    @Override
    public String toString() {
        return text();
    }
}
