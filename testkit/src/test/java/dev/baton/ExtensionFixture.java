package dev.baton;

import dev.baton.test.BatonTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A scheduler for tests of bodies that add steps after themselves, and the work that is added. */
abstract class ExtensionFixture {

    static final Duration HOUR = Duration.ofHours(1);

    final BatonTest baton = BatonTest.create();
    final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** A job for added steps: notes its full name and its file, takes a second, and fails for a file that says so. */
    @BeforeEach
    void addWork() {
        baton.add(Job.named("clean").call(context -> {
            Object file = context.parameters().getOrDefault("file", "nothing");
            seen.add(context.jobName() + " " + file);
            context.sleep(Duration.ofSeconds(1));
            if (file.equals("bad")) {
                throw new IllegalStateException("bad file");
            }
            return "cleaned " + file;
        }));
    }

    @AfterEach
    void close() {
        baton.close();
    }

    static Action extending(Consumer<ExtensionBuilder> definition) {
        return context -> context.extend(Extension.define(definition));
    }

    /** A workflow whose first step adds these, and whose final step notes that it ran. */
    Execution run(Consumer<ExtensionBuilder> added) {
        return run(w -> {}, added);
    }

    Execution run(Consumer<WorkflowBuilder> more, Consumer<ExtensionBuilder> added) {
        Execution execution = start(more, added);
        baton.advance(HOUR);
        return execution;
    }

    Execution start(Consumer<WorkflowBuilder> more, Consumer<ExtensionBuilder> added) {
        baton.add(Workflow.define("w", w -> {
            w.run("find", extending(added));
            w.run("next", context -> {}).after("find");
            w.finalRun("end", context -> seen.add("end"));
            more.accept(w);
        }));
        return baton.trigger("w");
    }
}
