package dev.baton.worker;

import dev.baton.worker.Dispatch.LogEntry;
import dev.baton.worker.Dispatch.Logged;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.log.RunLog;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers the log and finally the result of one run to the server. Safe from any thread. */
final class Delivery {

    private static final Logger logger = LoggerFactory.getLogger(Delivery.class);
    private static final int BATCH = 256_000;

    private final ActiveRun run;
    private final Link link;

    /** Keeps log entries in order when several threads send. */
    private final ReentrantLock sending = new ReentrantLock();

    /** Whether the next entries were sent before, and not answered; guarded by the lock. */
    private boolean again;

    /** Whether the log still holds what an earlier process of the worker has sent; guarded by the lock. */
    private boolean hasOld;

    Delivery(ActiveRun run, Link link) {
        this.run = run;
        this.link = link;
        this.hasOld = run.isTakenUp();
    }

    /** Sends the pending log entries while the run continues; entries that cannot be sent now are sent later. */
    void sendSome() {
        try {
            sendBatch();
        } catch (LeaseLostException e) {
            run.stop(ActiveRun.Stop.LOST);
        } catch (RuntimeException e) {
            logger.debug("The log of run {} waits", run.id(), e);
        }
    }

    /** Sends the rest of the log and the result, and retries until they are delivered or the worker ends. */
    void deliver(Result result) throws InterruptedException {
        run.log().end();
        Backoff backoff = new Backoff();
        while (!run.isLost()) {
            try {
                sendRest();
                finish(result);
                return;
            } catch (LeaseLostException e) {
                logger.warn(
                        "The lease on run {} was lost before its result was delivered: {}", run.id(), e.getMessage());
                return;
            } catch (MessageRefusedException e) {
                logger.error("The server also refuses the failure of run {}", run.id(), e);
                return;
            } catch (RuntimeException e) {
                if (run.isHandedBack()) {
                    logger.warn("The result of run {} is not delivered: the worker ends", run.id());
                    return;
                }
                logger.warn("The result of run {} waits: {}", run.id(), e.getMessage());
                backoff.pause();
            }
        }
    }

    /** Sends the rest of the log of a run without a result, if the server can be reached at once. */
    void abandon() {
        run.log().end();
        try {
            sendRest();
        } catch (RuntimeException e) {
            logger.info("The end of the log of run {} is not delivered: {}", run.id(), e.getMessage());
        }
    }

    private void sendRest() {
        boolean more = true;
        while (more) {
            more = sendBatch();
        }
    }

    private boolean sendBatch() {
        RunLog log = run.log();
        sending.lock();
        try {
            List<LogEntry> entries = log.next(BATCH);
            if (hasOld && !entries.isEmpty()) {
                skipOld();
                entries = log.next(BATCH);
            }
            if (entries.isEmpty()) {
                return false;
            }
            send(entries);
            log.sent(entries.size());
            return true;
        } finally {
            sending.unlock();
        }
    }

    private void send(List<LogEntry> entries) {
        try {
            boolean isAgain = again;
            again = true;
            link.tell(worker -> {
                if (isAgain) {
                    link.dispatch().logAgain(worker, run.lease(), entries);
                } else {
                    link.dispatch().log(worker, run.lease(), entries);
                }
            });
        } catch (MessageRefusedException e) {
            logger.error("{} entries of the log of run {} are lost: {}", entries.size(), run.id(), e.getMessage());
        }
        again = false;
    }

    private void skipOld() {
        Logged logged = link.ask(worker -> link.dispatch().logged(worker, run.lease()));
        run.log().skip(Stream.STDOUT, logged.stdout());
        run.log().skip(Stream.STDERR, logged.stderr());
        hasOld = false;
    }

    private void finish(Result result) {
        try {
            link.tell(worker -> link.dispatch().finish(worker, run.lease(), result));
        } catch (MessageRefusedException e) {
            logger.error("The server refuses the result of run {}", run.id(), e);
            Result refused = ActiveRun.failure("the server refused the result: " + e.getMessage());
            link.tell(worker -> link.dispatch().finish(worker, run.lease(), refused));
        }
    }
}
