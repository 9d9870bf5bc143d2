package dev.baton.server.spec;

import dev.baton.policy.Retry;
import dev.baton.worker.Command;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One child run for each item, and perhaps a reducer after them.
 *
 * @param items where the items come from
 * @param itemVar the variable in which a child finds its item
 * @param command what each child does
 * @param limits how many children, and how they are judged
 * @param reducer what runs after the children; null for nothing
 */
public record FanoutWork(
        Items items,
        String itemVar,
        Command command,
        Limits limits,
        @Nullable Reducer reducer) implements WorkSpec {

    /** The variable in which a child finds its item, when the file names no other. */
    public static final String DEFAULT_ITEM_VAR = "FANOUT_ITEM";

    @Override
    public String kind() {
        return "fanout";
    }

    /** Where items come from. */
    public sealed interface Items {}

    /**
     * They stand in the definition.
     *
     * @param values anything that is JSON
     */
    public record Literal(List<Object> values) implements Items {

        /** Copies the items. */
        public Literal {
            values = List.copyOf(values);
        }
    }

    /**
     * A parent's output is the list.
     *
     * @param step the parent, a step of the same workflow
     */
    public record FromStep(String step) implements Items {}

    /**
     * A resolver fetches them.
     *
     * @param uri {@code file:}, {@code http:}, {@code https:}, {@code sql:} or {@code job:}
     * @param window how far back a run of {@code job:} may lie; null for a day
     */
    public record FromUri(String uri, @Nullable Duration window) implements Items {

        /** With the usual window. */
        public FromUri(String uri) {
            this(uri, null);
        }
    }

    /**
     * How many children, and how they are judged.
     *
     * @param concurrency how many at a time, over all workers
     * @param perItem how long one child may take; null for as long as the policy allows
     * @param partialTolerance the share of children that may fail, from 0 to 1
     * @param maxItems with more items than this nothing starts
     */
    public record Limits(int concurrency, @Nullable Duration perItem, double partialTolerance, int maxItems) {

        /** Ten at a time, ten thousand in all, no failure tolerated. */
        public static final Limits DEFAULT = new Limits(10, null, 0.0, 10_000);
    }

    /**
     * What runs after the children.
     *
     * @param command what it does
     * @param runOn when it runs
     * @param retry when a failed attempt is tried again
     */
    public record Reducer(Command command, RunOn runOn, Retry retry) {}

    /** When a reducer runs. */
    public enum RunOn {
        /** The children succeeded, or failed within the tolerance. */
        SUCCESS,
        /** At least one child succeeded. */
        ANY_SUCCESS,
        /** Whatever became of them, and even when there were no items. */
        ALWAYS
    }
}
