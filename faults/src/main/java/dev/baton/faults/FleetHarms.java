package dev.baton.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The faults of servers, of workers, and of the database of both. For one thread. */
final class FleetHarms {

    private static final Duration OUTAGE = Duration.ofMinutes(1);

    private final Fleet fleet;
    private final DatabaseServer database;
    private final Chronicle chronicle;
    private final Random random;

    FleetHarms(Fleet fleet, DatabaseServer database, Chronicle chronicle, Random random) {
        this.fleet = fleet;
        this.database = database;
        this.chronicle = chronicle;
        this.random = random;
    }

    /** To servers and their database. */
    List<Harm> ofServers(Extent.Harms wanted) {
        List<Harm> harms = new ArrayList<>(List.of(
                new Harm("kill of a server", 20, this::killServer),
                new Harm("stop of a server", 10, this::stopServer),
                new Harm("restart of the database", 8, this::restartDatabase)));
        if (wanted != Extent.Harms.FEW) {
            harms.add(new Harm("freeze of a server", 10, this::freezeServer));
        }
        if (wanted == Extent.Harms.ALL) {
            // These take so long that only a long run has the time for them.
            harms.add(new Harm("kill of all servers", 4, this::killAllServers));
            harms.add(new Harm("outage of the database", 2, this::outage));
        }
        return harms;
    }

    /** To workers. */
    List<Harm> ofWorkers(Extent.Harms wanted) {
        List<Harm> harms = new ArrayList<>();
        harms.add(new Harm("kill of a worker", 12, () -> killWorker(false, Fault.KILL_WORKER)));
        if (wanted != Extent.Harms.FEW) {
            harms.add(new Harm("loss of a worker's host", 12, () -> killWorker(true, Fault.KILL_HOST)));
            harms.add(new Harm("stop of a worker", 10, this::stopWorker));
            harms.add(new Harm("freeze of a worker", 10, this::freezeWorker));
        }
        return harms;
    }

    private boolean killServer() throws InterruptedException {
        Fleet.Place victim = one(fleet.servers());
        fleet.kill(victim, false);
        chronicle.did(Fault.KILL);
        pause(1_000);
        fleet.startAgain(victim);
        return true;
    }

    private boolean killAllServers() throws InterruptedException {
        for (Fleet.Place victim : fleet.servers()) {
            fleet.kill(victim, false);
            chronicle.did(Fault.KILL);
        }
        pause(3_000);
        for (Fleet.Place victim : fleet.servers()) {
            fleet.startAgain(victim);
        }
        return true;
    }

    private boolean stopServer() throws InterruptedException {
        Fleet.Place victim = one(fleet.servers());
        chronicle.did(Fault.STOP);
        fleet.stop(victim);
        fleet.startAgain(victim);
        return true;
    }

    private boolean freezeServer() throws InterruptedException {
        chronicle.did(Fault.FREEZE);
        fleet.freeze(one(fleet.servers()), beyondLease());
        return true;
    }

    private boolean killWorker(boolean withHost, Fault fault) throws InterruptedException {
        Fleet.Place victim = one(fleet.workers());
        fleet.kill(victim, withHost);
        chronicle.did(fault);
        pause(1_000);
        fleet.startAgain(victim);
        return true;
    }

    private boolean stopWorker() throws InterruptedException {
        Fleet.Place victim = one(fleet.workers());
        chronicle.did(Fault.STOP_WORKER);
        fleet.stop(victim);
        fleet.startAgain(victim);
        return true;
    }

    private boolean freezeWorker() throws InterruptedException {
        chronicle.did(Fault.FREEZE_WORKER);
        fleet.freeze(one(fleet.workers()), beyondLease());
        return true;
    }

    private Duration beyondLease() {
        return fleet.lease().plusMillis(1_000 + random.nextInt(2_000));
    }

    private boolean restartDatabase() throws InterruptedException {
        return withoutDatabase(Fault.CRASH, Duration.ofMillis(random.nextInt(2_000)));
    }

    private boolean outage() throws InterruptedException {
        return withoutDatabase(Fault.OUTAGE, OUTAGE);
    }

    private boolean withoutDatabase(Fault fault, Duration time) throws InterruptedException {
        chronicle.tell("the database crashes");
        chronicle.did(fault);
        long from = Ledger.now();
        database.crash();
        Thread.sleep(time.toMillis());
        database.restart();
        long until = Ledger.now();
        chronicle.tell("the database is back");
        // Servers could fire nothing, nor take over from others; what workers run is no affair of the database.
        for (Fleet.Place server : fleet.servers()) {
            chronicle.trouble(
                    server.process().name(), from, until + fleet.lease().toNanos() / 1_000);
        }
        return true;
    }

    private Fleet.Place one(List<Fleet.Place> places) {
        return places.get(random.nextInt(places.size()));
    }

    private void pause(int mostMillis) throws InterruptedException {
        Thread.sleep(random.nextInt(mostMillis));
    }
}
