package dev.baton.server;

import dev.baton.Baton;
import dev.baton.jdbc.StoreException;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.server.api.HeavyRequests;
import dev.baton.server.api.Services;
import dev.baton.server.api.definitions.ApiDefiner;
import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.catalog.BroughtEntries;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.compile.Compiler;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.StorageSettings;
import dev.baton.server.dispatch.Dispatching;
import dev.baton.server.http.ApiServer;
import dev.baton.server.http.FirstToken;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.Masks;
import dev.baton.server.security.PrivateFiles;
import dev.baton.server.security.Secret;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.server.store.ApiDependencies;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Bulletin;
import dev.baton.server.store.PauseNotes;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import dev.baton.server.store.WorkerTable;
import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server: the engine on a store, the worker in this process, and the API. It runs from {@link #start} to {@link
 * #close}, which gives running work some time to finish and leaves the rest to the next start. Safe from any thread.
 */
public final class BatonServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BatonServer.class);

    /** Longer than a worker takes to receive a cancellation and to kill a process that ignores it. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(30);

    /** How long the server keeps a result that no server asks for: the run has ended in another way. */
    private static final Duration UNCLAIMED_RESULTS = Duration.ofDays(7);

    private final Storage storage;
    private final Baton baton;
    private final Observers observers;
    private final LocalWorker worker;
    private final ServerParts parts;
    private final Definer definer;
    private final Endpoints endpoints;
    private final Housekeeping housekeeping;
    private final Readiness readiness;
    private final AuditLog audit;
    private final Neighbours neighbours;
    private final ApiServer api;
    private final Optional<String> announcement;

    private BatonServer(Source source) {
        Configuration configuration = source.read();
        Clock clock = Clock.systemUTC();
        HttpSettings listening = listening(configuration);
        makeDirectory(configuration.server().dataDir());
        this.storage = Storage.open(
                configuration.storage(), configuration.worker().limits().maxLogBytes());
        Map<String, Limit> limits =
                new ConcurrentHashMap<>(configuration.named().queues());
        LogKeeper log = new LogKeeper(storage.logs());
        this.observers = new Observers(configuration, storage, clock);
        WorkerTable workers = new WorkerTable(storage.tables(), clock);
        BroughtEntries brought = new BroughtEntries();
        Dispatching dispatching = Dispatching.start(
                observers.listen(settings(configuration)
                        .limits(limits)
                        .store(storage.store())
                        .listen(log)),
                configuration.storage().lease(),
                log,
                workers,
                brought);
        dispatching.dispatcher().listen(new DispatchEvents(observers.events()));
        this.baton = dispatching.baton();
        this.parts = new ServerParts(storage, dispatching);
        Catalog catalog = new Catalog(baton, new Compiler(parts.with(configuration)));
        Masks masks = new Masks(catalog::secrets);
        observers.events().mask(masks::mask);
        dispatching.dispatcher().limit(new AddedJobs(catalog));
        dispatching.dispatcher().mask(masks::mask);
        storage.bulletin()
                .read(Bulletin.WORKERS, text -> dispatching.dispatcher().news());
        this.definer = new Definer(source, catalog, parts, observers);
        brought.attach(
                catalog,
                storage.history(),
                () -> definer.named().references(catalog.names()).ofKept());
        definer.load(configuration);
        ApiDefinitions kept = new ApiDefinitions(storage.tables(), clock);
        this.worker = new LocalWorker(
                configuration,
                dispatching,
                new LocalWorker.Kept(configuration.server().dataDir().resolve("commands"), clock));
        definer.alsoTell(newer -> {
            worker.use(newer);
            limits.keySet().retainAll(newer.named().queues().keySet());
            limits.putAll(newer.named().queues());
        });
        Services services =
                new Services(baton, catalog, kept, storage.history(), storage.logs(), dispatching.dispatcher());
        observers.attach(services);
        DefinitionServices definitions = new DefinitionServices(
                services,
                new ApiDependencies(storage.tables(), clock),
                definer::named,
                ZoneOffset.UTC,
                clock,
                definer.events(),
                new HeavyRequests(),
                new PauseNotes(storage.tables(), clock),
                parts.windowRule());
        ApiDefiner apiDefiner = new ApiDefiner(definitions);
        definer.afterEachLoad(apiDefiner::restore);
        this.endpoints = new Endpoints(configuration, definitions, apiDefiner, brought, storage, observers);
        this.audit = new AuditLog(storage.tables(), clock);
        ApiServer.Guard guard = new ApiServer.Guard(
                new Tokens(storage.tables(), clock), new Sessions(storage.tables(), clock), audit, masks);
        this.readiness = new Readiness(storage);
        Optional<Secret> first =
                FirstToken.ensure(guard.tokens(), configuration.server().dataDir());
        worker.start();
        baton.start();
        worker.decide(baton);
        this.api = ApiServer.start(listening, endpoints.all(listening, guard, readiness, definer::reload), guard);
        this.announcement = first.map(secret -> FirstToken.announcement(secret, api.address()));
        this.housekeeping = new Housekeeping(
                configuration.storage().retention(),
                storage,
                guard.audit(),
                () -> {
                    endpoints.prune();
                    workers.prune(clock.instant().minus(UNCLAIMED_RESULTS));
                },
                clock);
        definer.watch();
        this.neighbours = new Neighbours(storage, observers.events(), apiDefiner::refresh);
        LOG.info("listening on {}", api.address());
    }

    /** Supplies the configuration each time the server reads it. */
    @FunctionalInterface
    public interface Source {

        /**
         * Reads the configuration.
         *
         * @throws dev.baton.server.spec.document.InvalidDocumentException with everything that is wrong
         */
        Configuration read();

        /** The file to watch for changes, if there is one. */
        default Optional<Path> file() {
            return Optional.empty();
        }
    }

    /**
     * Starts a server; it answers requests when this method returns.
     *
     * @throws CannotStartException if its address, its directory or its database is not available
     */
    public static BatonServer start(Source source) {
        try {
            return new BatonServer(source);
        } catch (StoreException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        } catch (StoreUnavailableException e) {
            throw new CannotStartException("the database does not answer: " + root(e).getMessage(), e);
        }
    }

    /**
     * Checked before anything is opened or started: a server that may not listen must not run jobs or create a token.
     */
    private static HttpSettings listening(Configuration configuration) {
        try {
            HttpSettings settings = Listening.settings(configuration.server());
            Listening.checkIsFree(settings);
            return settings;
        } catch (IllegalArgumentException | BindException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Throwable root(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** The admin token is always kept in this directory, even with PostgreSQL. */
    private static void makeDirectory(Path dataDirectory) {
        try {
            PrivateFiles.makeDirectory(dataDirectory);
        } catch (IOException e) {
            String why = Files.exists(dataDirectory)
                    ? "there is a file of that name"
                    : e instanceof AccessDeniedException ? "this user may not write there" : e.toString();
            throw new CannotStartException("cannot create the data directory " + dataDirectory + ": " + why, e);
        }
    }

    private static Baton.Builder settings(Configuration configuration) {
        StorageSettings.Retention kept = configuration.storage().retention();
        return Baton.builder()
                .lease(configuration.storage().lease())
                .retention(Retention.count(kept.executions())
                        .withAge(kept.executionAge())
                        .withTotal(kept.inAll()))
                .stopGrace(STOP_GRACE)
                .closeGrace(configuration.worker().limits().shutdownGrace());
    }

    /** The address of the API and the dashboard. */
    public URI address() {
        return api.address();
    }

    /** The text that shows the admin token, to print once at the first start. */
    public Optional<String> announcement() {
        return announcement;
    }

    /**
     * Reads the configuration again and applies its jobs and workflows, all of them or none.
     *
     * @throws dev.baton.server.spec.document.InvalidDocumentException with everything that is wrong; nothing changed
     */
    public void reload() {
        definer.reload();
    }

    @Override
    public void close() {
        LOG.info("stopping: running work gets some time to finish; the rest continues at the next start");
        readiness.stop();
        neighbours.close();
        definer.close();
        housekeeping.close();
        worker.drain();
        baton.close();
        worker.close();
        readiness.close();
        api.close();
        endpoints.close();
        observers.close();
        parts.close();
        audit.close();
        storage.close();
        LOG.info("stopped");
    }
}
