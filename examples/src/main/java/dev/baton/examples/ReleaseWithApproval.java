package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Listener;
import dev.baton.Step;
import dev.baton.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A release that waits for a person: it ships when somebody approves, and rolls back when somebody rejects. */
public final class ReleaseWithApproval {

    private ReleaseWithApproval() {}

    /**
     * The workflow.
     *
     * @param done what was done, in order
     */
    public static Workflow workflow(List<String> done) {
        return Workflow.define("release", w -> {
            Step<Void> build = w.run("build", context -> done.add("built"));
            Step<Object> ask = w.approval("sign-off", "Ship it?").after(build).timeout(Duration.ofDays(2));
            w.run("ship", context -> done.add("shipped")).after(ask);
            w.run("rollback", context -> done.add("rolled back")).after(ask.failed());
        });
    }

    /** Runs it once, with a person who answers as soon as the question is asked. */
    public static List<String> run(boolean approved) throws InterruptedException {
        List<String> done = new CopyOnWriteArrayList<>();
        CountDownLatch asked = new CountDownLatch(1);
        Listener phone = new Listener() {
            @Override
            public void runStarted(RunEvent event) {
                if (event.job().equals("release/sign-off")) {
                    asked.countDown();
                }
            }
        };
        try (Baton baton =
                Baton.builder().listen(phone).build().add(workflow(done)).start()) {
            Execution execution = baton.trigger("release");
            if (!asked.await(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "the question was not asked: " + execution.explain().text());
            }
            if (approved) {
                execution.approve("sign-off", "looks good");
            } else {
                execution.reject("sign-off", "not on a Friday");
            }
            execution.await(Duration.ofSeconds(5));
        }
        return done;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(run(args.length == 0));
    }
}
