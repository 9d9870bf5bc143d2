package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Submission;
import dev.baton.seeded.Draw;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Submits random executions, and in between pauses and resumes workflows, and stops and starts nodes. */
final class RandomLoad {

    private static final int SUBMISSIONS = 60;
    private static final int LONGEST_PAUSE_MILLIS = 14;

    private final Trial trial;
    private final Draw draw;

    RandomLoad(Trial trial, Draw draw) {
        this.trial = trial;
        this.draw = draw;
    }

    void play() throws InterruptedException {
        for (int i = 0; i < SUBMISSIONS; i++) {
            Baton node = draw.of(trial.nodes());
            submit(node);
            if (i % 10 == 0) {
                String workflow = draw.of(trial.definitions().workflowNames());
                trial.call("pause " + workflow, () -> node.pause(workflow));
            }
            if (i % 10 == 5) {
                resumeAll(node);
            }
            if (draw.chance(0.04)) {
                restart(draw.of(trial.nodes()));
            }
            TimeUnit.MILLISECONDS.sleep(draw.between(0, LONGEST_PAUSE_MILLIS));
        }
    }

    private void submit(Baton node) {
        Submission submission = submission(node);
        trial.call("submit " + submission.name(), () -> {
            UUID id = node.submit(submission).id();
            trial.started().add(id);
            trial.tell("submitted " + submission.name() + " as execution " + id + ", after " + submission.parents());
        });
    }

    private Submission submission(Baton node) {
        boolean waits = draw.chance(0.2) && !trial.started().isEmpty();
        Submission submission = waits
                ? Submission.of(draw.of(trial.definitions().namesThatMayWait()))
                        .after(node.execution(draw.of(trial.started())), draw.of(Condition.values()))
                : Submission.of(draw.of(trial.definitions().names()));
        if (draw.chance(0.2)) {
            submission = submission.delay(Duration.ofMillis(draw.between(0, 100)));
        }
        return draw.chance(0.15) ? submission.key("key" + draw.between(0, 4)) : submission;
    }

    private void resumeAll(Baton node) {
        for (String workflow : trial.definitions().workflowNames()) {
            trial.call("resume " + workflow, () -> node.resume(workflow));
        }
    }

    private void restart(Baton node) throws InterruptedException {
        trial.tell("stop a node");
        node.stop(Duration.ofMillis(draw.between(0, 30)));
        trial.tell("start it again");
        node.start();
    }
}
