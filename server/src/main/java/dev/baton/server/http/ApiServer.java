package dev.baton.server.http;

import dev.baton.error.NotPossibleException;
import dev.baton.server.http.HttpSettings.Tls;
import dev.baton.server.security.PemKeyStore;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.net.URI;
import java.util.List;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Serves a table of endpoints until it is closed. */
public final class ApiServer implements AutoCloseable {

    private static final int THREADS = 200;

    private final HttpSettings settings;
    private final EventStreams streams = new EventStreams(EventStreams.HEARTBEAT);
    private final Javalin javalin;

    /**
     * The services for access control and auditing.
     *
     * @param tokens the tokens
     * @param sessions the sessions of browsers
     * @param audit the audit log
     * @param masks the values to mask in answers
     */
    public record Guard(Tokens tokens, Sessions sessions, AuditLog audit, Masks masks) {

        /** Creates the services without masks. */
        public Guard(Tokens tokens, Sessions sessions, AuditLog audit) {
            this(tokens, sessions, audit, Masks.NONE);
        }
    }

    private ApiServer(HttpSettings settings, List<Endpoint> endpoints, Guard guard) {
        this.settings = settings;
        List<Endpoint> table = Routes.table(endpoints);
        this.javalin = Javalin.create(config -> {
            configure(config);
            route(config, table, guard);
        });
    }

    /**
     * Starts a server; it answers requests when this method returns.
     *
     * @throws NotPossibleException if the port is taken
     */
    public static ApiServer start(HttpSettings settings, List<Endpoint> endpoints, Guard guard) {
        ApiServer server = new ApiServer(settings, endpoints, guard);
        try {
            server.javalin.start();
            return server;
        } catch (JavalinBindException taken) {
            server.streams.close();
            throw new NotPossibleException("the server cannot listen on " + settings.host() + ":" + settings.port()
                    + ": another program does, or this user may not. Stop that program, or choose another port.");
        } catch (RuntimeException failure) {
            server.streams.close();
            throw failure;
        }
    }

    private void route(JavalinConfig config, List<Endpoint> table, Guard guard) {
        Authenticator authenticator = new Authenticator(guard.tokens, guard.sessions, SessionCookie.of(settings));
        config.routes.before(new AccessFilter(settings, authenticator, table));
        Answers answers = new Answers(guard.masks);
        new Routes(
                        settings,
                        new Auditor(guard.audit, guard.masks),
                        streams,
                        new Route.Answering(
                                answers, new BodyBudget(settings.limits().body())))
                .add(config, table);
    }

    private void configure(JavalinConfig config) {
        Routes.configure(config);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("baton-http");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(this::limit);
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(new JettyErrors()));
        config.jetty.modifyServer(server -> {
            server.setErrorHandler(new JettyErrors());
            server.setStopAtShutdown(false);
        });
        config.jetty.addConnector(this::connector);
    }

    private void limit(HttpConfiguration http) {
        http.setRequestHeaderSize(Limits.HEADER_BYTES);
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        // Paths of this API contain no encoded or doubled dots, slashes and semicolons.
        http.setUriCompliance(UriCompliance.DEFAULT);
    }

    private ServerConnector connector(Server server, HttpConfiguration http) {
        Limits limits = settings.limits();
        ServerConnector connector = settings.tls() == null
                ? new ServerConnector(server, new HttpConnectionFactory(http))
                : new ServerConnector(server, certificate(settings.tls()), new HttpConnectionFactory(secure(http)));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        // Longer than the pause between two heartbeats of an event stream.
        connector.setIdleTimeout(Math.max(limits.patience().toMillis(), EventStreams.HEARTBEAT.toMillis() * 2));
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        connector.addBean(new SlowHeaders(connector, limits.patience()));
        return connector;
    }

    private static HttpConfiguration secure(HttpConfiguration http) {
        SecureRequestCustomizer customizer = new SecureRequestCustomizer();
        // The filter checks the Host header, against more names than a certificate has.
        customizer.setSniHostCheck(false);
        http.addCustomizer(customizer);
        return http;
    }

    private static SslContextFactory.Server certificate(Tls tls) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStore(PemKeyStore.of(tls.certificates(), tls.key()));
        factory.setKeyStorePassword("");
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return factory;
    }

    /** The port on which the server listens. */
    public int port() {
        return javalin.port();
    }

    /** The address of the API and the dashboard. */
    public URI address() {
        @Nullable URI known = settings.publicUrl();
        String scheme = settings.tls() == null ? "http" : "https";
        return known == null ? URI.create(scheme + "://" + settings.reachableHost() + ":" + port()) : known;
    }

    /** Stops listening and ends all requests and streams. */
    @Override
    public void close() {
        streams.close();
        javalin.stop();
    }
}
