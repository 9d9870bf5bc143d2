package dev.baton.cli;

import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.Run;
import dev.baton.cli.output.HumanTime;
import dev.baton.cli.output.LiveView;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Terminal;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one execution in this process and shows it until it has ended. Ctrl-C cancels the execution, waits for its final
 * step, and says what happened; the second Ctrl-C stops the final step as well. For one execution and one thread.
 */
final class Foreground {

    /** The exit code that shells expect of a program ended by Ctrl-C. */
    static final int INTERRUPTED = 130;

    private static final long FRAME_MILLIS = 100;
    private static final Duration PATIENCE_WHEN_TERMINATED = Duration.ofSeconds(30);

    private final Steps steps;
    private final Terminal terminal;
    private final PrintWriter out;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch shown = new CountDownLatch(1);
    private volatile @Nullable Execution started;
    private volatile Execution.@Nullable Cancellation cancellation;

    /**
     * The steps to show.
     *
     * @param names the names of the steps
     * @param mostAttempts how many attempts a step may have, where that is more than one
     */
    record Steps(List<String> names, Map<String, Integer> mostAttempts) {

        int nameWidth() {
            return names.stream().mapToInt(String::length).max().orElse(0);
        }
    }

    /** An execution that was triggered, on an engine that was not started yet. */
    interface Stage extends AutoCloseable {

        Execution execution();

        void start();

        @Override
        void close();
    }

    /** Prepares an execution. */
    @FunctionalInterface
    interface Opening {

        /**
         * Triggers it.
         *
         * @param listener hears what happens
         * @param log prints what the steps print; null when that is not to be seen
         */
        Stage open(Listener listener, @Nullable EventLog log);
    }

    Foreground(Steps steps, Terminal terminal, PrintWriter out) {
        this.steps = steps;
        this.terminal = terminal;
        this.out = out;
    }

    /**
     * Runs it.
     *
     * @return the exit code
     */
    int run(Opening opening) throws InterruptedException {
        // Header and cursor need lines too. What does not fit cannot be drawn over, since the terminal has scrolled it.
        boolean live = terminal.live() && terminal.rows() > steps.names().size() + 2;
        EventLog log = live ? null : new EventLog(out, steps.nameWidth(), ended::countDown);
        Listener listener = log == null ? new EndOfExecution() : log;
        try (Stage stage = opening.open(listener, log)) {
            started = stage.execution();
            Thread onExit = new Thread(this::terminate, "baton-interrupt");
            Runtime.getRuntime().addShutdownHook(onExit);
            Signals.Handling interrupts = Signals.on("INT", this::interrupt);
            try {
                stage.start();
                if (live) {
                    follow(stage.execution());
                } else {
                    ended.await();
                }
                return conclude(stage.execution());
            } finally {
                shown.countDown();
                interrupts.close();
                remove(onExit);
            }
        }
    }

    /** Ctrl-C. */
    void interrupt() {
        Execution execution = started;
        if (execution == null) {
            return;
        }
        Execution.Cancellation done = execution.cancel();
        if (cancellation == null) {
            cancellation = done;
        }
    }

    /** The shutdown hook. It waits for the execution, since the JVM ends when it returns. */
    private void terminate() {
        interrupt();
        try {
            shown.await(PATIENCE_WHEN_TERMINATED.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Execution execution) throws InterruptedException {
        Board board = new Board(terminal.glyphs(), terminal.colour(), steps.mostAttempts());
        try (LiveView view = LiveView.open(out)) {
            do {
                view.draw(frame(board, execution));
            } while (!ended.await(FRAME_MILLIS, TimeUnit.MILLISECONDS));
            view.draw(frame(board, execution));
        }
    }

    private List<String> frame(Board board, Execution execution) {
        Instant now = Clock.systemUTC().instant();
        List<Run> runs = execution.runs();
        Duration taken =
                Duration.between(execution.started(), execution.finished().orElse(now));
        String name = terminal.colour() ? Paint.BOLD.on(execution.name()) : execution.name();
        List<String> lines = new ArrayList<>();
        lines.add(name + "  " + execution.status() + "  " + HumanTime.taken(taken) + "  execution " + execution.id());
        lines.addAll(board.lines(runs, now));
        return lines;
    }

    private int conclude(Execution execution) {
        Execution.Cancellation cancelled = cancellation;
        if (cancelled != null) {
            out.println("Interrupted: " + cancelled.signalled() + " running and told to stop, "
                    + cancelled.neverStarted() + " never started, " + cancelled.alreadyEnded() + " had ended.");
        }
        Summary.of(execution).forEach(out::println);
        out.flush();
        if (cancelled != null) {
            return INTERRUPTED;
        }
        boolean ok = execution.status().countsAsSuccess() || execution.status() == ExecutionStatus.SKIPPED;
        return ok ? 0 : 1;
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending already, and the hook is what waits for this thread.
        }
    }

    private final class EndOfExecution implements Listener {

        @Override
        public void executionFinished(ExecutionEvent event) {
            // The workflow may have a schedule, and another execution of it may end before this one.
            Execution execution = started;
            if (execution != null && execution.id().equals(event.execution())) {
                ended.countDown();
            }
        }
    }
}
