package dev.baton.server;

import dev.baton.server.event.EventExchange;
import dev.baton.server.event.EventHub;
import dev.baton.server.store.Bulletin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps this server in step with other servers on the same database. Definitions from other servers apply here when
 * their notification arrives or, if it is lost, a few seconds later. Events from other servers go to the subscribers of
 * this one.
 */
final class Neighbours implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    /** Changes in quick succession are handled together. */
    private static final Duration GATHER = Duration.ofMillis(50);

    private final AtomicBoolean news = new AtomicBoolean();
    private final List<Periodic> looking;

    /** Starts watching, if the database can have other servers. */
    Neighbours(Storage storage, EventHub events, Runnable refresh) {
        Bulletin bulletin = storage.bulletin();
        if (!bulletin.isShared()) {
            this.looking = List.of();
            return;
        }
        EventExchange exchange = new EventExchange(events, storage.tables()::announce);
        bulletin.read(Bulletin.DEFINITIONS, text -> news.set(true));
        bulletin.read(EventExchange.FOLLOWING, exchange::following);
        bulletin.read(EventExchange.EVENTS, exchange::receive);
        bulletin.start();
        this.looking = List.of(
                new Periodic("baton-neighbours", LOOK_EVERY, refresh),
                new Periodic("baton-news", GATHER, () -> {
                    if (news.getAndSet(false)) {
                        refresh.run();
                    }
                }),
                new Periodic("baton-exchange", GATHER, exchange::tick));
    }

    @Override
    public void close() {
        looking.forEach(Periodic::close);
    }
}
