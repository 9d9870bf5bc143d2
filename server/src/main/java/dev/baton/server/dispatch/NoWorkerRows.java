package dev.baton.server.dispatch;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps nothing. */
final class NoWorkerRows implements WorkerRows {

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void put(Collection<Row> workers) {}

    @Override
    public void replace(Row worker) {}

    @Override
    public Optional<Row> find(String id) {
        return Optional.empty();
    }

    @Override
    public List<Row> all() {
        return List.of();
    }

    @Override
    public boolean setDraining(String id, boolean draining) {
        return false;
    }

    @Override
    public boolean remove(String id) {
        return false;
    }

    @Override
    public void leave(String id) {}

    @Override
    public Set<String> left() {
        return Set.of();
    }

    @Override
    public void askToStop(String lease, String worker) {}

    @Override
    public Set<String> toStop() {
        return Set.of();
    }

    @Override
    public void keep(KeptResult result) {}

    @Override
    public List<KeptResult> results(Set<String> held) {
        return List.of();
    }

    @Override
    public void forget(Collection<String> leases) {}

    @Override
    public void prune(Instant before) {}
}
