package dev.baton.worker;

import dev.baton.worker.Dispatch.Introduction;
import dev.baton.worker.Dispatch.Registration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker's registration with the server: registers the worker if necessary, and again if the server has forgotten
 * it.
 */
final class Link {

    private static final Logger log = LoggerFactory.getLogger(Link.class);

    private final Dispatch dispatch;
    private final Introduction introduction;
    private final ReentrantLock registering = new ReentrantLock();
    private volatile @Nullable Registration registration;

    Link(Dispatch dispatch, Introduction introduction) {
        this.dispatch = dispatch;
        this.introduction = introduction;
    }

    /** The current registration; registers the worker if there is none. */
    Registration registration() {
        Registration known = registration;
        return known != null ? known : register();
    }

    /** The last registration; null if the server has not been reached yet. */
    @Nullable Registration lastRegistration() {
        return registration;
    }

    /** Makes a call with the worker's id, and returns its result. */
    <T> T ask(Function<String, T> question) {
        Registration known = registration();
        try {
            return question.apply(known.worker());
        } catch (UnknownWorkerException e) {
            log.info("The server no longer knows worker {}; the worker registers again", known.worker());
            forget(known);
            return question.apply(registration().worker());
        }
    }

    /** Makes a call with the worker's id. */
    void tell(Consumer<String> message) {
        ask(worker -> {
            message.accept(worker);
            return worker;
        });
    }

    Dispatch dispatch() {
        return dispatch;
    }

    private Registration register() {
        registering.lock();
        try {
            Registration known = registration;
            if (known == null) {
                known = dispatch.register(introduction);
                registration = known;
                log.info("Worker {} is registered with the server as {}", introduction.name(), known.worker());
            }
            return known;
        } finally {
            registering.unlock();
        }
    }

    private void forget(Registration outdated) {
        registering.lock();
        try {
            if (outdated.equals(registration)) {
                registration = null;
            }
        } finally {
            registering.unlock();
        }
    }
}
