package dev.baton.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A small server in memory: it queues and leases runs, ends leases without heartbeats, and can be unreachable. */
public final class TestServer implements Dispatch {

    private final Duration heartbeat;
    private final Duration lease;
    private final Deque<Assignment> queue = new ArrayDeque<>();
    private final List<Assignment> handedBack = new ArrayList<>();
    private final Map<String, Held> held = new LinkedHashMap<>();
    private final Map<String, List<LogEntry>> logs = new HashMap<>();
    private final Map<String, Result> results = new HashMap<>();
    private final Map<String, Progress> progress = new HashMap<>();
    private List<String> pages = List.of();
    private int pagesRead;
    private boolean failPages;
    private final Set<String> stopping = new HashSet<>();
    private final Set<String> workers = new HashSet<>();
    private int registrations;
    private int deliveries;
    private boolean unreachable;
    private boolean deaf;
    private boolean draining;
    private int heartbeats;
    private int openClaims;

    private record Held(Assignment assignment, String worker, Instant until) {}

    public TestServer(Duration heartbeat, Duration lease) {
        this.heartbeat = heartbeat;
        this.lease = lease;
    }

    public synchronized void submit(Assignment assignment) {
        queue.add(assignment);
        notifyAll();
    }

    public synchronized void unreachable(boolean now) {
        unreachable = now;
        notifyAll();
    }

    /** Whether heartbeats do not arrive; other requests do. */
    public synchronized void deaf(boolean now) {
        deaf = now;
    }

    /** Whether workers are told to drain. */
    public synchronized void draining(boolean now) {
        draining = now;
    }

    /** Whether a worker waits for work. */
    public synchronized boolean hasOpenClaim() {
        return openClaims > 0;
    }

    /** How many heartbeats there were. */
    public synchronized int heartbeats() {
        return heartbeats;
    }

    public synchronized void forgetWorkers() {
        workers.clear();
        notifyAll();
    }

    /** Sets what reducers combine, one text for each page. */
    public synchronized void pages(List<String> newPages) {
        pages = newPages;
    }

    /** Whether requests for pages are answered as if the database was away. */
    public synchronized void failPages(boolean now) {
        failPages = now;
    }

    /** How often a page was asked for, answered or not. */
    public synchronized int pagesRead() {
        return pagesRead;
    }

    public synchronized void stop(String lease) {
        stopping.add(lease);
    }

    /** Gives the lease to nobody, as if another worker had got the run. */
    public synchronized void takeAway(String lease) {
        held.remove(lease);
    }

    public synchronized Optional<Result> result(String lease) {
        return Optional.ofNullable(results.get(lease));
    }

    public synchronized List<LogEntry> entries(String lease) {
        return List.copyOf(logs.getOrDefault(lease, List.of()));
    }

    public List<String> log(String lease) {
        return entries(lease).stream().map(LogEntry::text).toList();
    }

    public synchronized Optional<Progress> progress(String lease) {
        return Optional.ofNullable(progress.get(lease));
    }

    public synchronized boolean isHeld(String lease) {
        return held.containsKey(lease);
    }

    public synchronized boolean isQueued(String lease) {
        return queue.stream().anyMatch(assignment -> assignment.lease().equals(lease));
    }

    public synchronized int registrations() {
        return registrations;
    }

    public synchronized int workers() {
        return workers.size();
    }

    /** Whether the worker that had the run has handed it back. */
    public synchronized boolean isHandedBack(String lease) {
        return handedBack.stream().anyMatch(assignment -> assignment.lease().equals(lease));
    }

    /** How often a result arrived, accepted or not. */
    public synchronized int deliveries() {
        return deliveries;
    }

    @Override
    public synchronized Registration register(Introduction worker) {
        reach();
        registrations++;
        Former former = worker.former();
        if (former != null && workers.contains(former.worker())) {
            return new Registration(former.worker(), heartbeat, lease);
        }
        String id = worker.name() + "-" + registrations;
        workers.add(id);
        return new Registration(id, heartbeat, lease);
    }

    @Override
    public synchronized List<Assignment> claim(String worker, int most, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        know(worker);
        openClaims++;
        try {
            while (queue.isEmpty() && System.nanoTime() < end) {
                wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
                know(worker);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DispatchUnavailableException("interrupted");
        } finally {
            openClaims--;
        }
        List<Assignment> given = new ArrayList<>();
        while (given.size() < most && !queue.isEmpty()) {
            Assignment next = queue.remove();
            held.put(next.lease(), new Held(next, worker, Instant.now().plus(lease)));
            given.add(next);
        }
        return given;
    }

    @Override
    public synchronized Pulse heartbeat(String worker, Collection<Progress> running) {
        if (deaf) {
            throw new DispatchUnavailableException("the heartbeat is lost");
        }
        know(worker);
        Set<String> lost = new HashSet<>();
        for (Progress one : running) {
            Held known = held.get(one.lease());
            if (known == null || known.until().isBefore(Instant.now())) {
                lost.add(one.lease());
            } else {
                held.put(
                        one.lease(),
                        new Held(known.assignment(), worker, Instant.now().plus(lease)));
                progress.put(one.lease(), one);
            }
        }
        heartbeats++;
        return new Pulse(Set.copyOf(stopping), lost, draining);
    }

    @Override
    public synchronized void log(String worker, String lease, List<LogEntry> entries) {
        know(worker);
        check(lease);
        logs.computeIfAbsent(lease, any -> new ArrayList<>()).addAll(entries);
    }

    @Override
    public synchronized Logged logged(String worker, String lease) {
        know(worker);
        check(lease);
        return new Logged(count(lease, Stream.STDOUT), count(lease, Stream.STDERR));
    }

    private long count(String lease, Stream stream) {
        return entries(lease).stream().filter(entry -> entry.stream() == stream).count();
    }

    @Override
    public synchronized ResultsPage results(String worker, String lease, int from) {
        pagesRead++;
        know(worker);
        check(lease);
        if (failPages) {
            throw new DispatchUnavailableException("the database is away");
        }
        return new ResultsPage(pages.get(from), from + 1 < pages.size() ? from + 1 : null);
    }

    @Override
    public synchronized void finish(String worker, String lease, Result result) {
        know(worker);
        deliveries++;
        if (!results.containsKey(lease)) {
            check(lease);
            Held before = held.remove(lease);
            if (result.outcome() == Outcome.HANDED_BACK) {
                handedBack.add(before.assignment());
            } else {
                results.put(lease, result);
            }
        }
    }

    @Override
    public synchronized void leave(String worker) {
        know(worker);
        workers.remove(worker);
        held.values().removeIf(one -> {
            if (one.worker().equals(worker)) {
                queue.add(one.assignment());
            }
            return one.worker().equals(worker);
        });
    }

    private void know(String worker) {
        reach();
        if (!workers.contains(worker)) {
            throw new UnknownWorkerException(worker);
        }
    }

    private void reach() {
        if (unreachable) {
            throw new DispatchUnavailableException("the network is down");
        }
    }

    private void check(String lease) {
        if (!held.containsKey(lease)) {
            throw new LeaseLostException(lease);
        }
    }
}
