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
 * Executions of a job or workflow for fires of the past, so many at a time: each begins when the one that many before it
 * has ended, however it ended. Starting the same again starts nothing twice.
 *
 * @param id names it: what is started under the same id is the same
 * @param name the job's or workflow's name
 * @param concurrency how many executions may be active at a time
 * @param parameters what each of them is given
 */
public record Backfill(String id, String name, int concurrency, Map<String, Object> parameters) {

    /** So many are submitted in one transaction. */
    static final int CHUNK = 1_000;

    /** Copies the parameters. */
    public Backfill {
        if (concurrency < 1) {
            throw new IllegalArgumentException("at least one execution must be allowed at a time, not " + concurrency);
        }
        parameters = Map.copyOf(parameters);
    }

    /**
     * Submits an execution for each fire: all of them or none, up to {@value #CHUNK}. With more, those that were submitted
     * before something went wrong stay, and starting it again under the same id submits the others.
     *
     * @return the executions, in the order of the fires
     * @throws dev.baton.error.NoSuchJobException when there is none of that name
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
