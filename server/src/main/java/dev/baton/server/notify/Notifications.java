package dev.baton.server.notify;

import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.RunStatus;
import dev.baton.spi.StoreUnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the channels of jobs and workflows when executions end. Notifications are written to the database first, and
 * one thread sends them from there, at least once, even after a restart. A notification is lost if the server crashes
 * in the moment before it is written. Safe from any thread.
 *
 * <p>A job ends with its run, either in its own execution or as a dependent of another job. A workflow ends with its
 * execution.
 */
public final class Notifications implements Listener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);

    /** Other nodes write letters too, and a letter whose sender crashed is due again. */
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(10);

    /** Closing does not wait for a mail server that does not answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration PRUNED_EVERY = Duration.ofHours(1);
    private static final int MOST_UNWRITTEN = 10_000;

    private final Channels channels;
    private final Clock clock;
    private final Outbox outbox;
    private final Delivery delivery;
    private final Thread thread = new Thread(this::work, "baton-notifications");
    private final Queue<Unwritten> unwritten = new ArrayDeque<>();
    private final Semaphore news = new Semaphore(0);

    /** A notification that could not be written to the database yet. */
    private record Unwritten(Occasion occasion, List<Channel> channels) {}

    /**
     * Creates the tables if they do not exist.
     *
     * @param source connections to the server's database
     */
    public Notifications(DataSource source, Channels channels, Sender sender, Clock clock) {
        this.channels = channels;
        this.clock = clock;
        this.outbox = new Outbox(Outbox.tables(source));
        this.delivery = new Delivery(outbox, channels, sender, clock);
    }

    /** Creates the tables of notifications if they do not exist. */
    public static void makeTables(DataSource source) {
        Outbox.tables(source);
    }

    /** Starts sending. */
    public Notifications start() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    @Override
    public void runFinished(RunEvent event) {
        boolean isStep = event.job().indexOf('/') >= 0;
        if (isStep || event.status() == RunStatus.CANCELLED) {
            return;
        }
        Occasion.Kind kind = event.status().countsAsSuccess() ? Occasion.Kind.SUCCESS : Occasion.Kind.FAILURE;
        tell(
                new Occasion(
                        kind,
                        "job",
                        event.job(),
                        event.run().execution(),
                        event.status().toString(),
                        event.at(),
                        event.detail()),
                channels.ofJob(event.job()));
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        boolean tells = event.status() != ExecutionStatus.CANCELLED && event.status() != ExecutionStatus.SKIPPED;
        if (tells) {
            boolean ok = event.status().countsAsSuccess();
            tellOfWorkflow(ok ? Occasion.Kind.SUCCESS : Occasion.Kind.FAILURE, event);
        }
    }

    @Override
    public void deadlineMissed(ExecutionEvent event) {
        tellOfWorkflow(Occasion.Kind.DEADLINE, event);
    }

    @Override
    public void eventsLost(long count) {
        LOG.error("{} events came too fast; notifications about them are not sent", count);
    }

    private void tellOfWorkflow(Occasion.Kind kind, ExecutionEvent event) {
        String status = event.status().toString();
        tell(
                new Occasion(kind, "workflow", event.name(), event.execution(), status, event.at(), ""),
                channels.ofWorkflow(event.name()));
    }

    private synchronized void tell(Occasion occasion, List<Channel> recipients) {
        if (recipients.isEmpty()) {
            return;
        }
        if (unwritten.size() >= MOST_UNWRITTEN) {
            LOG.error(
                    "the database was unreachable for too long: the notification of {} {} is lost",
                    occasion.name(),
                    occasion.kind());
            return;
        }
        unwritten.add(new Unwritten(occasion, recipients));
        write();
        news.release();
    }

    /** Writes the waiting notifications as far as possible. */
    private synchronized void write() {
        try {
            for (Unwritten next = unwritten.peek(); next != null; next = unwritten.peek()) {
                outbox.add(next.occasion, next.channels, clock.instant());
                unwritten.remove();
            }
        } catch (StoreUnavailableException away) {
            LOG.info("{} notifications wait for the database: {}", unwritten.size(), away.getMessage());
        } catch (RuntimeException bug) {
            // Waiting would not help it, and would hold up the others.
            LOG.error("a notification is lost: it cannot be written", bug);
            unwritten.poll();
        }
    }

    /** Sends the letters that are due once; by one thread at a time. */
    void deliverNow() throws InterruptedException {
        write();
        delivery.deliverDue();
    }

    private void work() {
        Instant pruned = Instant.EPOCH;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    deliverNow();
                    if (pruned.plus(PRUNED_EVERY).isBefore(clock.instant())) {
                        outbox.prune(clock.instant().minus(KEPT));
                        pruned = clock.instant();
                    }
                } catch (StoreUnavailableException away) {
                    LOG.info("notifications wait for the database: {}", away.getMessage());
                } catch (RuntimeException failure) {
                    LOG.error("could not send notifications; it is tried again", failure);
                }
                rest();
            }
        } catch (InterruptedException closed) {
            // The other letters are sent after the next start.
        }
    }

    /** Waits until there may be something to do. */
    private void rest() throws InterruptedException {
        if (news.tryAcquire(LOOKS_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
            news.drainPermits();
        }
    }

    /** Stops sending; unsent letters are sent after the next start. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        write();
    }
}
