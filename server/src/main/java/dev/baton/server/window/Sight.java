package dev.baton.server.window;

import dev.baton.server.kind.WindowWork;
import java.util.Optional;

/** The state of a dependency at one moment. */
sealed interface Sight {

    /** The job or workflow. */
    String dependency();

    /** The verdict that follows from the state. */
    WindowWork.Reaction reaction(WindowWork work);

    /** The state in words. */
    String words();

    /** The latest end; empty if there is none. */
    default Optional<LatestEnd> end() {
        return Optional.empty();
    }

    /** The dependency has succeeded. */
    record Succeeded(String dependency, LatestEnd latest) implements Sight {

        @Override
        public Optional<LatestEnd> end() {
            return Optional.of(latest);
        }

        @Override
        public WindowWork.Reaction reaction(WindowWork work) {
            return WindowWork.Reaction.RUN;
        }

        @Override
        public String words() {
            return dependency + " succeeded";
        }
    }

    /** The dependency has no end in the window. */
    record Missing(String dependency, String why) implements Sight {

        @Override
        public WindowWork.Reaction reaction(WindowWork work) {
            return work.onMissing();
        }

        @Override
        public String words() {
            return dependency + " " + why;
        }
    }

    /**
     * The dependency has succeeded, but an earlier run has used that success and only a fresh one counts: the same as
     * missing.
     */
    record Used(String dependency, LatestEnd latest, String what) implements Sight {

        @Override
        public Optional<LatestEnd> end() {
            return Optional.of(latest);
        }

        @Override
        public WindowWork.Reaction reaction(WindowWork work) {
            return work.onMissing();
        }

        @Override
        public String words() {
            return "%s has not succeeded again since its %s was used".formatted(dependency, what);
        }
    }

    /** The dependency is running: the same as missing, unless the job waits for it. */
    record Running(String dependency) implements Sight {

        @Override
        public WindowWork.Reaction reaction(WindowWork work) {
            return work.onMissing();
        }

        @Override
        public String words() {
            return dependency + " is still running";
        }
    }

    /** The latest run or execution of the dependency failed. */
    record Failed(String dependency, LatestEnd latest) implements Sight {

        @Override
        public Optional<LatestEnd> end() {
            return Optional.of(latest);
        }

        @Override
        public WindowWork.Reaction reaction(WindowWork work) {
            return work.onDepFail();
        }

        @Override
        public String words() {
            return "%s ended as %s at %s".formatted(dependency, latest.status(), latest.at());
        }
    }
}
