package dev.baton.internal;

import dev.baton.internal.cluster.ExecutionOwner;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.event.FiresHappening;
import dev.baton.internal.event.Notifier;
import dev.baton.internal.fire.Fires;
import dev.baton.spi.Time;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;

/**
 * The receiver of fires.
 *
 * @param owner records which fires have been handled
 * @param notifier tells listeners about missed fires
 * @param time the time
 * @param starter starts an execution for a fire
 */
record FireTarget(ExecutionOwner owner, Notifier notifier, Time time, BiConsumer<Definition, Fires.Fire> starter)
        implements Fires.Target {

    @Override
    public Instant dealtWith(Definition definition) {
        return owner.dealtWith(definition.name());
    }

    @Override
    public void dealtWith(Definition definition, Instant until) {
        owner.dealtWith(definition.name(), until);
    }

    @Override
    public void missed(Definition definition, IntSupplier count) {
        if (notifier.isListening()) {
            notifier.tell(new FiresHappening(definition.name(), time.now(), count));
        }
    }

    @Override
    public void fire(Definition definition, Fires.Fire fire) {
        starter.accept(definition, fire);
    }
}
