package dev.baton.server;

import dev.baton.Baton;
import dev.baton.Run;
import dev.baton.RunId;
import dev.baton.error.NoSuchExecutionException;
import dev.baton.server.dispatch.Dispatcher;
import dev.baton.server.dispatch.Survivors;
import dev.baton.worker.Worker;
import dev.baton.worker.kind.LeftBehind;
import dev.baton.worker.kind.Spools;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands that the previous server on this data directory left running, or that ended after it had stopped. The
 * server's worker adopts them all, and holds back its reports until the engine has adopted their runs. The worker stops
 * a command whose run has ended in another way, or has been retried by another server. Safe from any thread.
 */
final class LeftCommands {

    private static final Logger LOG = LoggerFactory.getLogger(LeftCommands.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final Spools spools;
    private final Survivors survivors;
    private final Dispatcher dispatcher;
    private final Map<String, LeftBehind> undecided = new ConcurrentHashMap<>();

    LeftCommands(Spools spools, Survivors survivors, Dispatcher dispatcher) {
        this.spools = spools;
        this.survivors = survivors;
        this.dispatcher = dispatcher;
    }

    /** Adopts the commands, before the engine starts. */
    void takeUp(Worker worker, String workerId) {
        for (LeftBehind command : spools.leftBehind()) {
            RunId run = RunId.parse(command.assignment().run().id());
            int attempt = command.assignment().run().attempt();
            undecided.put(command.assignment().lease(), command);
            survivors.add(run, attempt, command.started(), command.assignment().lease(), workerId);
            spools.takenUp(command);
            worker.takeUp(command);
        }
    }

    /** Whether the engine has not yet decided about the run of a lease. */
    boolean isUndecided(String lease) {
        LeftBehind command = undecided.get(lease);
        if (command != null && dispatcher.workerOf(runOf(command)).isPresent() && undecided.remove(lease, command)) {
            // A warning, so that operators see it at any usual log level.
            LOG.warn(
                    "run {} of {} goes on: its command {}, as attempt {}",
                    runOf(command),
                    command.assignment().run().job(),
                    command.hasEnded() ? "has ended" : "is still at work",
                    command.assignment().run().attempt());
        }
        return undecided.containsKey(lease);
    }

    private static RunId runOf(LeftBehind command) {
        return RunId.parse(command.assignment().run().id());
    }

    /**
     * Decides about the commands that the engine does not adopt, until all are decided.
     *
     * @param patience how long a run may stay without an owner
     */
    void decide(Baton baton, Duration patience) {
        Thread thread = new Thread(
                () -> {
                    long end = System.nanoTime() + patience.toNanos();
                    try {
                        while (!undecided.isEmpty()) {
                            Thread.sleep(BETWEEN_LOOKS.toMillis());
                            boolean late = System.nanoTime() - end > 0;
                            undecided.values().forEach(command -> decide(baton, command, late));
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "baton-left-commands");
        thread.setDaemon(true);
        thread.start();
    }

    private void decide(Baton baton, LeftBehind command, boolean late) {
        String lease = command.assignment().lease();
        if (!isUndecided(lease)) {
            return;
        }
        Optional<String> objection = objection(baton, command)
                .or(() -> late ? Optional.of("no server has its execution") : Optional.empty());
        if (objection.isPresent() && undecided.remove(lease, command)) {
            survivors.remove(runOf(command));
            LOG.warn(
                    "run {} of {} does not go on, and its command is stopped: {}",
                    runOf(command),
                    command.assignment().run().job(),
                    objection.get());
        }
    }

    /** The reason to stop a command; empty while the command may go on. */
    private static Optional<String> objection(Baton baton, LeftBehind command) {
        RunId id = runOf(command);
        try {
            Run run = baton.execution(id.execution()).run(id.number());
            if (run.status().isTerminal()) {
                return Optional.of("it has ended as " + run.status());
            }
            int attempt = command.assignment().run().attempt();
            return run.attempt() > attempt ? Optional.of("it is at attempt " + run.attempt()) : Optional.empty();
        } catch (NoSuchExecutionException e) {
            return Optional.of("its execution is not kept any more");
        } catch (RuntimeException e) {
            LOG.debug("whether run {} goes on cannot be said yet", id, e);
            return Optional.empty();
        }
    }
}
