package dev.baton.internal;

import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Scheduled;
import dev.baton.internal.event.FiresHappening;
import dev.baton.internal.event.Notifier;
import dev.baton.internal.fire.Fires;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The receiver of fires.
 *
 * @param owner records which fires have been handled
 * @param notifier tells listeners about missed fires
 * @param time the time
 * @param starter starts an execution for a fire
 */
record FireTarget(ExecutionOwner owner, Notifier notifier, Time time, BiConsumer<Scheduled, Fires.Fire> starter)
        implements Fires.Target {

    private static final Logger LOG = LoggerFactory.getLogger(FireTarget.class);

    @Override
    public Instant dealtWith(Scheduled scheduled) {
        Instant known = scheduled instanceof KeptEntry entry ? entry.takeDealtWith() : null;
        return known != null ? known : owner.dealtWith(scheduled.name());
    }

    @Override
    public void dealtWith(Scheduled scheduled, Instant after, Instant until) {
        owner.dealtWith(scheduled.name(), after, until);
    }

    @Override
    public void missed(Scheduled scheduled, IntSupplier count) {
        if (notifier.isListening()) {
            String name = scheduled instanceof KeptEntry entry
                    ? entry.record().start().job()
                    : scheduled.name();
            notifier.tell(new FiresHappening(name, time.now(), count));
        }
    }

    @Override
    public void fire(Scheduled scheduled, Fires.Fire fire) {
        try {
            starter.accept(scheduled, fire);
        } catch (Throwable e) {
            LOG.error("the fire of \"{}\" at {} failed", scheduled.name(), Time.toInstant(fire.scheduled()), e);
        }
    }
}
