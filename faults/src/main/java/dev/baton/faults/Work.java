package dev.baton.faults;

import dev.baton.RunStatus;
import java.util.Set;

/** The work of a step, and the status in which its run ends. */
sealed interface Work permits Behaviour, Work.Told, Work.Mended, Work.Nested, Work.Items, Work.Pause, Work.Question {

    /** How its run ends, when nobody interferes. */
    RunStatus end();

    /** Whether it is a body, which writes to the ledger under the name of its step. */
    default boolean hasBody() {
        return true;
    }

    /** A body that takes until the driver {@linkplain Word#TOLD tells} its execution; most are never told. */
    record Told() implements Work {

        @Override
        public RunStatus end() {
            return RunStatus.SUCCESS;
        }
    }

    /** A body that fails until the driver has {@linkplain Word#MENDED mended} what its execution is about. */
    record Mended() implements Work {

        @Override
        public RunStatus end() {
            return RunStatus.SUCCESS;
        }
    }

    /**
     * Another workflow.
     *
     * @param name the workflow's name
     * @param end how it ends
     */
    record Nested(String name, RunStatus end) implements Work {

        @Override
        public boolean hasBody() {
            return false;
        }
    }

    /**
     * A body for each of many items.
     *
     * @param count how many items there are
     * @param concurrency how many run at a time
     * @param each what the body of an item does
     * @param odd the items with another body
     * @param otherwise what the body of those does
     * @param tolerance how many items may fail, as a part of all
     * @param reduced whether a reducer runs after them
     */
    record Items(
            int count, int concurrency, Work each, Set<Integer> odd, Work otherwise, double tolerance, boolean reduced)
            implements Work {

        static Items all(int count, int concurrency, Work each) {
            return new Items(count, concurrency, each, Set.of(), each, 0, false);
        }

        Items but(Work other, Integer... items) {
            return new Items(count, concurrency, each, Set.of(items), other, tolerance, reduced);
        }

        Items tolerating(double part) {
            return new Items(count, concurrency, each, odd, otherwise, part, reduced);
        }

        Items reducing() {
            return new Items(count, concurrency, each, odd, otherwise, tolerance, true);
        }

        Work of(int item) {
            return odd.contains(item) ? otherwise : each;
        }

        @Override
        public RunStatus end() {
            int failing = 0;
            for (int item = 0; item < count; item++) {
                failing += of(item).end() == RunStatus.FAILURE ? 1 : 0;
            }
            if (failing > tolerance * count) {
                return RunStatus.FAILURE;
            }
            return failing == 0 ? RunStatus.SUCCESS : RunStatus.PARTIAL;
        }

        @Override
        public boolean hasBody() {
            return false;
        }
    }

    /** A wait for a while. */
    record Pause(int millis) implements Work {

        @Override
        public RunStatus end() {
            return RunStatus.SUCCESS;
        }

        @Override
        public boolean hasBody() {
            return false;
        }
    }

    /** A wait for a person. */
    record Question() implements Work {

        @Override
        public RunStatus end() {
            return RunStatus.SUCCESS;
        }

        @Override
        public boolean hasBody() {
            return false;
        }
    }
}
