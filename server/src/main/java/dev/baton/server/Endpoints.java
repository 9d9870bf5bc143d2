package dev.baton.server;

import dev.baton.server.config.Configuration;
import dev.baton.server.config.ServerSettings;
import dev.baton.server.http.AuditEndpoints;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.HealthEndpoints;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.Limits;
import dev.baton.server.http.SessionEndpoints;
import dev.baton.server.http.TokenEndpoints;
import dev.baton.server.security.Buckets.Rate;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.Sessions;
import dev.baton.server.store.Tokens;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The whole table of endpoints, and how the server listens. */
final class Endpoints {

    private final Configuration configuration;
    private final Clock clock;

    Endpoints(Configuration configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
    }

    HttpSettings settings() {
        ServerSettings server = configuration.server();
        ServerSettings.Address address = server.address();
        ServerSettings.Tls tls = server.tls();
        return new HttpSettings(
                address.host(),
                address.port(),
                address.publicUrl() == null ? null : URI.create(address.publicUrl()),
                address.allowedHosts(),
                tls == null ? null : new HttpSettings.Tls(tls.certificate(), tls.key()),
                address.behindTlsProxy(),
                limits(server.limits()));
    }

    private static Limits limits(ServerSettings.Limits settings) {
        Limits usual = Limits.usual();
        int perMinute = settings.requestsPerMinute();
        Rate rate = new Rate(perMinute / 60.0, Math.max(10, perMinute / 10));
        return new Limits(
                settings.maxBodyBytes(),
                usual.connections(),
                usual.patience(),
                perMinute == 0 ? usual.perToken() : rate,
                perMinute == 0 ? usual.perAddress() : rate,
                usual.failures());
    }

    List<Endpoint> all(Tokens tokens, Sessions sessions, AuditLog audit) {
        List<Endpoint> all = new ArrayList<>();
        all.addAll(new SessionEndpoints(tokens, sessions, settings()).endpoints());
        all.addAll(new TokenEndpoints(tokens, clock).endpoints());
        all.addAll(new AuditEndpoints(audit).endpoints());
        all.addAll(new HealthEndpoints(List::of).endpoints());
        return all;
    }
}
