package dev.baton.server.simulate;

import dev.baton.Deferred;
import dev.baton.RunContext;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WindowWork.Reaction;
import dev.baton.server.simulate.Endings.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Looks at what other jobs came to in the simulation, and goes on as its definition says. Cooldowns are left out. */
final class SimulatedWindow implements Deferred {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    private final WindowWork work;
    private final VirtualTime time;
    private final Endings endings;
    private final Map<String, Instant> used = new HashMap<>();

    SimulatedWindow(WindowWork work, VirtualTime time, Endings endings) {
        this.work = work;
        this.time = time;
        this.endings = endings;
    }

    @Override
    public void begin(RunContext context, Handover handover) {
        look(handover, context.now().plus(work.look().patience()));
    }

    private void look(Handover handover, Instant patience) {
        boolean mayWait =
                time.now().isBefore(patience) && work.dependsOn().stream().anyMatch(endings::isActive);
        if (mayWait) {
            time.after(LOOK_EVERY, () -> look(handover, patience));
            return;
        }
        Map<String, Instant> found = new HashMap<>();
        for (String dependency : work.dependsOn()) {
            Optional<Ending> ending = latest(dependency);
            ending.ifPresent(known -> found.put(dependency, known.at()));
            Reaction reaction = ending.isEmpty() ? work.onMissing() : work.onDepFail();
            boolean holds = ending.isPresent() && ending.get().success();
            if (!holds && reaction != Reaction.RUN) {
                String reason = dependency
                        + (ending.isEmpty() ? " has no finished run in the window" : " failed in the window");
                end(handover, reaction, reason);
                return;
            }
        }
        used.putAll(found);
        handover.toWorker();
    }

    private Optional<Ending> latest(String dependency) {
        return endings.latest(dependency, time.now().minus(work.look().window()))
                .filter(ending -> !work.look().freshOnly() || !ending.at().equals(used.get(dependency)));
    }

    private static void end(Handover handover, Reaction reaction, String reason) {
        if (reaction == Reaction.SKIP) {
            handover.skipRun(reason);
        } else {
            handover.fail(new IllegalStateException(reason));
        }
    }
}
