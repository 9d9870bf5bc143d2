package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.error.CyclicDependencyException;
import java.time.Duration;

/** Jobs that know nothing of one another are linked by name, at any time: triggering the first hands over to the others. */
public final class DependenciesByName {

    private DependenciesByName() {}

    /** Links four jobs, and runs the first and all that depends on it. */
    public static Execution run() throws InterruptedException {
        try (Baton baton = Baton.inMemory().start()) {
            baton.add(Job.named("import").call(context -> 42));
            baton.add(Job.named("index").call(context -> context.output("import", Integer.class) + " indexed"));
            baton.add(Job.named("publish").run(context -> {}));
            baton.add(Job.named("apologise").run(context -> {}));

            baton.addDependency("import", "index");
            baton.addDependency("index", "publish");
            baton.addDependency("index", "apologise", Condition.FAILURE);
            try {
                baton.addDependency("publish", "import");
            } catch (CyclicDependencyException refused) {
                System.out.println(refused.getMessage());
            }
            return baton.trigger("import").await(Duration.ofSeconds(5));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        run().runs().forEach(run -> System.out.println(run.job() + " " + run.status() + " " + run.reason()));
    }
}
