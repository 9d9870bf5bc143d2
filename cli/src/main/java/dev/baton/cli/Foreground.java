package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Listener;
import dev.baton.Run;
import dev.baton.Workflow;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one execution of a workflow in this process and shows it until it has ended. Ctrl-C cancels the execution, waits
 * for its final step, and says what happened. For one execution and one thread.
 */
final class Foreground {

    /** What a shell expects of a program that Ctrl-C ended. */
    static final int INTERRUPTED = 130;

    private static final long FRAME_MILLIS = 100;
    private static final Duration PATIENCE_AFTER_INTERRUPT = Duration.ofSeconds(10);

    private final Workflow workflow;
    private final Terminal terminal;
    private final PrintWriter out;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch shown = new CountDownLatch(1);
    private volatile @Nullable Execution started;
    private volatile Execution.@Nullable Cancellation cancellation;

    Foreground(Workflow workflow, Terminal terminal, PrintWriter out) {
        this.workflow = workflow;
        this.terminal = terminal;
        this.out = out;
    }

    /**
     * Runs it.
     *
     * @return the exit code
     */
    int run(Baton.Builder settings) throws InterruptedException {
        // Header and cursor need lines too. What does not fit cannot be drawn over, since the terminal has scrolled it.
        boolean live =
                terminal.live() && terminal.rows() > workflow.graph().plan().size() + 2;
        Listener listener = live ? new EndOfExecution() : new EventLog(out, nameWidth(), ended::countDown);
        try (Baton baton = settings.listen(listener).build()) {
            baton.add(workflow);
            Execution execution = baton.trigger(workflow);
            started = execution;
            Thread onInterrupt = new Thread(this::interrupt, "baton-interrupt");
            Runtime.getRuntime().addShutdownHook(onInterrupt);
            try {
                baton.start();
                if (live) {
                    follow(execution);
                } else {
                    ended.await();
                }
                return conclude(execution);
            } finally {
                shown.countDown();
                remove(onInterrupt);
            }
        }
    }

    /** Called by the JVM when it is told to end, and waits, since the JVM ends when this returns. */
    void interrupt() {
        Execution execution = started;
        if (execution == null) {
            return;
        }
        cancellation = execution.cancel();
        try {
            shown.await(PATIENCE_AFTER_INTERRUPT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Execution execution) throws InterruptedException {
        Board board = new Board(terminal.glyphs(), terminal.colour(), mostAttempts());
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
        return execution.status() == ExecutionStatus.SUCCESS ? 0 : 1;
    }

    private int nameWidth() {
        return workflow.graph().plan().names().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private Map<String, Integer> mostAttempts() {
        Map<String, Integer> most = new HashMap<>();
        for (Job job : workflow.graph().jobs()) {
            int attempts = job.policy().retry().attempts();
            if (attempts > 1) {
                most.put(job.name().substring(job.name().indexOf('/') + 1), attempts);
            }
        }
        return Map.copyOf(most);
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
