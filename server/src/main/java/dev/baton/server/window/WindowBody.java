package dev.baton.server.window;

import dev.baton.Deferred;
import dev.baton.RunContext;
import dev.baton.RunId;
import dev.baton.server.dispatch.HasTask;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.WindowRefusedException;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WindowWork.Reaction;
import dev.baton.server.wait.Announcement;
import dev.baton.server.wait.Poller;
import dev.baton.server.window.WindowMemory.Refusal;
import dev.baton.server.window.WindowRule.Looker;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks the latest runs of other jobs, and then hands its task to a worker, or skips, or fails. While one of the jobs
 * is running, it waits up to its limit. It never starts the jobs it depends on. Immutable.
 */
public final class WindowBody implements Deferred, HasTask {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final WindowWork work;
    private final Task task;
    private final WindowRule rule;
    private final WindowMemory memory;
    private final Poller poller;

    WindowBody(WindowWork work, Task task, WindowRule rule, WindowMemory memory, Poller poller) {
        this.work = work;
        this.task = task;
        this.rule = rule;
        this.memory = memory;
        this.poller = poller;
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public void begin(RunContext context, Handover handover) {
        Optional<Instant> cooled = rule.cooledAt(work, looker(context));
        if (cooled.isPresent()) {
            handover.skipRun("a dependency kept it from running a while ago: it does not look again until "
                    + cooled.get().truncatedTo(ChronoUnit.SECONDS));
            return;
        }
        Instant end = endOfPatience(context);
        Announcement announcement = new Announcement(context);
        poller.poll(LOOK_EVERY, handover, () -> {
            List<Sight> sights = rule.look(work, looker(context));
            List<Sight> running =
                    sights.stream().filter(Sight.Running.class::isInstance).toList();
            boolean waits = !running.isEmpty() && context.now().isBefore(end);
            if (waits) {
                announcement.say(words(running));
            } else {
                decide(sights, context, handover);
            }
            return !waits;
        });
    }

    private static Looker looker(RunContext context) {
        return new Looker(context.jobName(), context.runId(), context.now());
    }

    /** Recorded, so that a restart does not extend the wait. */
    private Instant endOfPatience(RunContext context) {
        Optional<Instant> kept = context.checkpoint()
                .map(bytes -> Instant.ofEpochMilli(ByteBuffer.wrap(bytes).getLong()));
        if (kept.isPresent()) {
            return kept.get();
        }
        Instant end = context.now().plus(work.look().patience());
        if (!work.look().patience().isZero()) {
            context.checkpoint(
                    ByteBuffer.allocate(Long.BYTES).putLong(end.toEpochMilli()).array());
        }
        return end;
    }

    private void decide(List<Sight> sights, RunContext context, Handover handover) {
        Reaction reaction = WindowRule.reaction(work, sights);
        if (reaction == Reaction.RUN) {
            keepUse(sights, context);
            handover.toWorker();
        } else {
            refuse(reaction, sights, context, handover);
        }
    }

    private void keepUse(List<Sight> sights, RunContext context) {
        if (!work.look().freshOnly()) {
            return;
        }
        Map<String, RunId> used = new HashMap<>();
        for (Sight sight : sights) {
            if (sight instanceof Sight.Succeeded success) {
                used.put(success.dependency(), success.latest().id());
            }
        }
        memory.keepUse(context.jobName(), used, context.runId());
    }

    private void refuse(Reaction reaction, List<Sight> sights, RunContext context, Handover handover) {
        if (!work.look().cooldown().isZero()) {
            memory.keepRefusal(context.jobName(), new Refusal(context.now(), context.runId()));
        }
        String why = words(sights.stream()
                .filter(sight -> sight.reaction(work) != Reaction.RUN)
                .toList());
        if (reaction == Reaction.FAIL) {
            handover.fail(new WindowRefusedException(why));
        } else {
            handover.skipRun(why);
        }
    }

    private static String words(List<Sight> sights) {
        return sights.stream().map(Sight::words).collect(Collectors.joining("; "));
    }
}
