package dev.baton.server.window;

import dev.baton.server.kind.WindowWork;
import java.util.Optional;

/** The state of a dependency at one moment. */
sealed interface Sight {

    /** The job or workflow that is looked at. */
    String dependency();

    /** The verdict that follows from the state. */
    WindowWork.Reaction reaction(WindowWork work);

    /** The state in words. */
    String words();

    /** The end that was seen; empty when there is none. */
    default Optional<LatestEnd> end() {
        return Optional.empty();
    }

    /** It has succeeded. */
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

    /** There is nothing that counts. */
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

    /** It has succeeded, but an earlier run has used that success, and only a fresh one counts: as good as missing. */
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

    /** It is at it: as good as missing, unless somebody has the patience to wait. */
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

    /** Its latest run or execution failed. */
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
