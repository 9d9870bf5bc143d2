package dev.baton.internal.cluster;

import dev.baton.RunPolicy;
import dev.baton.internal.definition.Definition;
import dev.baton.internal.definition.JobDefinition;
import dev.baton.internal.definition.Serving;
import dev.baton.internal.execution.MovedException;
import dev.baton.spi.Claimable;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes in claimed executions. */
record ClaimedExecutions(ClusterNode node) implements Claimer.Taker {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimedExecutions.class);

    @Override
    public List<Claimable> claimable() {
        Set<String> saturated = node.saturatedNames().names();
        List<Claimable> claimable = servable();
        if (saturated.isEmpty()) {
            return claimable;
        }
        return claimable.stream().map(one -> without(one, saturated)).toList();
    }

    private static Claimable without(Claimable all, Set<String> saturated) {
        Set<String> others = without(all.names(), saturated);
        return new Claimable(others, all.queues(), all.labels(), all.defined(), without(all.names(), others));
    }

    private List<Claimable> servable() {
        Serving serving = node.ready().serving();
        if (node.ready().worker().isSelective()) {
            // Whichever worker fetches runs from this node: executions wait here as well as anywhere.
            return List.of(new Claimable(
                    node.registry().servedNames(demand -> true),
                    Set.of(),
                    allLabels(),
                    node.registry().brought().isReadHere()));
        }
        Collection<String> names = node.registry().servedNames(serving::serves);
        if (serving.queues().isEmpty()) {
            return List.of(new Claimable(names, Set.of(), serving.labels()));
        }
        // A program that enqueues may not know the job's queue; the name alone decides whether it runs here.
        Set<String> queues = new HashSet<>(serving.queues());
        queues.add(RunPolicy.Demand.DEFAULT_QUEUE);
        Claimable byName = new Claimable(names, queues, serving.labels());
        // Jobs of other queues, submitted to a queue that is served here: there the row decides.
        Set<String> others =
                without(node.registry().servedNames(demand -> serving.labels().containsAll(demand.labels())), names);
        Set<String> named = without(serving.queues(), Set.of(RunPolicy.Demand.DEFAULT_QUEUE));
        return others.isEmpty() || named.isEmpty()
                ? List.of(byName)
                : List.of(byName, new Claimable(others, named, serving.labels()));
    }

    /** The labels that any registered job asks for. */
    private Set<String> allLabels() {
        Set<String> labels = new HashSet<>();
        for (Definition definition : node.registry().all()) {
            if (definition instanceof JobDefinition job) {
                labels.addAll(job.job().policy().demand().labels());
            }
        }
        return labels;
    }

    private static Set<String> without(Collection<String> names, Collection<String> removed) {
        Set<String> left = new HashSet<>(names);
        left.removeAll(Set.copyOf(removed));
        return left;
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
        node.saturatedNames().claimed(taken.size());
    }

    @Override
    public boolean isHoldingBack() {
        return !node.saturatedNames().names().isEmpty();
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
