package dev.baton.server.backfill;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Submission;
import dev.baton.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Executions of a job or workflow for fires of the past, with a limit on how many are active at a time: with a limit of
 * n, each begins when the nth execution before it has ended, with any status. Starting the same backfill again starts
 * no execution twice.
 *
 * @param id the id of the backfill; the same id means the same backfill
 * @param name the job's or workflow's name
 * @param concurrency how many executions may be active at a time
 * @param parameters the parameters of each execution
 */
public record Backfill(String id, String name, int concurrency, Map<String, Object> parameters) {

    /** The number of executions submitted in one transaction. */
    static final int CHUNK = 1_000;

    /** Copies the parameters. */
    public Backfill {
        if (concurrency < 1) {
            throw new IllegalArgumentException("at least one execution must be allowed at a time, not " + concurrency);
        }
        parameters = Map.copyOf(parameters);
    }

    /**
     * Submits an execution for each fire: all of them or none, up to {@value #CHUNK}. With more fires, executions
     * submitted before an error stay, and starting the backfill again under the same id submits the others.
     *
     * @return the executions, in the order of the fires
     * @throws dev.baton.error.NoSuchJobException if no job or workflow has that name
     */
    public List<Execution> start(Baton baton, List<Instant> fires) {
        List<Execution> started = new ArrayList<>(fires.size());
        for (int from = 0; from < fires.size(); from += CHUNK) {
            List<Instant> chunk = fires.subList(from, Math.min(from + CHUNK, fires.size()));
            started.addAll(baton.submit(submissions(chunk, started)));
        }
        return List.copyOf(started);
    }

    private List<Submission> submissions(List<Instant> chunk, List<Execution> before) {
        List<Submission> submissions = new ArrayList<>(chunk.size());
        for (Instant fire : chunk) {
            Submission submission = Submission.of(name)
                    .trigger(Trigger.BACKFILL)
                    .scheduledTime(fire)
                    .parameters(parameters)
                    .key("backfill:" + name + ":" + fire + ":" + id);
            int sibling = submissions.size() - concurrency;
            int earlier = before.size() + sibling;
            if (sibling >= 0) {
                submission = submission.after(submissions.get(sibling), Condition.COMPLETE);
            } else if (earlier >= 0) {
                submission = submission.after(before.get(earlier), Condition.COMPLETE);
            }
            submissions.add(submission);
        }
        return submissions;
    }
}
