package dev.baton.server.api.explain;

import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Reason;
import dev.baton.server.api.insight.Usual;
import dev.baton.worker.wire.Durations;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/** Adds the usual duration of a running run. */
final class UsualAddition implements Addition {

    private static final Set<Cause> AT_WORK = Set.of(Cause.RUNNING, Cause.WORKER_SILENT);

    private final Usual usual;

    UsualAddition(Usual usual) {
        this.usual = usual;
    }

    @Override
    public Answer add(Answer answer) {
        Reason root = answer.told().root();
        if (!AT_WORK.contains(root.cause()) || root.place().run() == null) {
            return answer;
        }
        String job = root.place().job();
        int slash = job.indexOf('/');
        Duration duration =
                usual.of(slash < 0 ? job : job.substring(0, slash)).byJob().get(job);
        return duration == null
                ? answer
                : answer.withUsually(duration).withFact("It usually takes " + Durations.format(rounded(duration)));
    }

    private static Duration rounded(Duration duration) {
        return duration.truncatedTo(
                duration.compareTo(Duration.ofSeconds(1)) < 0 ? ChronoUnit.MILLIS : ChronoUnit.SECONDS);
    }
}
