package dev.baton.server.window;

import dev.baton.RunId;
import dev.baton.server.kind.WindowWork;

/** What is seen of a dependency at one moment. */
sealed interface Sight {

    /** The job or workflow that is looked at. */
    String dependency();

    /** What is to be done about it. */
    WindowWork.Reaction reaction(WindowWork work);

    /** What was seen, for people. */
    String words();

    /** It has succeeded with this run. */
    record Succeeded(String dependency, RunId run) implements Sight {

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
    record Failed(String dependency, LatestEnd end) implements Sight {

        @Override
        public WindowWork.Reaction reaction(WindowWork work) {
            return work.onDepFail();
        }

        @Override
        public String words() {
            return "%s ended as %s at %s".formatted(dependency, end.status(), end.at());
        }
    }
}
