package dev.baton.internal.cluster;

import dev.baton.RunPolicy;
import dev.baton.internal.definition.Serving;
import dev.baton.internal.execution.MovedException;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes in claimed executions. */
record TakingIn(ClusterNode node) implements Claimer.Taker {

    private static final Logger LOG = LoggerFactory.getLogger(TakingIn.class);

    @Override
    public Store.Claimable claimable() {
        Store.Claimable claimable = servable();
        Set<String> crowded = node.crowded();
        if (crowded.isEmpty()) {
            return claimable;
        }
        Set<String> names = new HashSet<>(claimable.names());
        names.removeAll(crowded);
        return new Store.Claimable(names, claimable.queues(), claimable.labels());
    }

    private Store.Claimable servable() {
        Serving serving = node.ready().serving();
        if (node.ready().worker().isSelective()) {
            // Whichever worker fetches runs from this node: executions wait here as well as anywhere.
            return new Store.Claimable(
                    node.registry().servedNames(demand -> true),
                    Set.of(),
                    node.registry().labels());
        }
        Set<String> queues = new HashSet<>(serving.queues());
        if (!queues.isEmpty()) {
            // A program that enqueues may not know the job's queue; the name alone decides whether it runs here.
            queues.add(RunPolicy.Demand.DEFAULT_QUEUE);
        }
        return new Store.Claimable(node.registry().servedNames(serving::serves), queues, serving.labels());
    }

    @Override
    public void take(List<Store.Stored> taken) {
        for (Store.Stored stored : taken) {
            ExecutionRecord record = stored.execution();
            try {
                node.adopt(stored);
            } catch (MovedException e) {
                LOG.debug("execution {} was taken and handed over", record.id());
            } catch (StoreUnavailableException e) {
                LOG.debug("execution {} was taken, and is taken in when the store is back", record.id());
                node.seekLostClaims();
            } catch (RuntimeException | Error e) {
                LOG.error("execution {} of {} cannot be read, and is left alone", record.id(), record.name(), e);
            }
        }
    }

    @Override
    public boolean isHoldingBack() {
        return !node.crowded().isEmpty();
    }

    @Override
    public boolean isFull() {
        return Sleepers.areMany(node.archive());
    }

    @Override
    public void inDoubt() {
        node.seekLostClaims();
    }
}
