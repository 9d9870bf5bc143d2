package dev.baton.server;

import dev.baton.server.config.ServerSettings;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.Limits;
import dev.baton.server.security.Buckets.Rate;
import dev.baton.server.spec.document.InvalidDocumentException;
import dev.baton.server.spec.document.Problem;
import java.net.URI;
import java.util.List;

/** How the server listens, as the configuration says. */
final class Listening {

    private Listening() {}

    /** @throws InvalidDocumentException when it may not listen there as it is configured */
    static HttpSettings settings(ServerSettings server) {
        ServerSettings.Address address = server.address();
        ServerSettings.Tls tls = server.tls();
        try {
            return new HttpSettings(
                    address.host(),
                    address.port(),
                    address.publicUrl() == null ? null : URI.create(address.publicUrl()),
                    address.allowedHosts(),
                    tls == null ? null : new HttpSettings.Tls(tls.certificate(), tls.key()),
                    address.behindTlsProxy(),
                    limits(server.limits()));
        } catch (IllegalArgumentException refused) {
            throw new InvalidDocumentException(
                    List.of(new Problem("", "server", String.valueOf(refused.getMessage()), "")));
        }
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
                usual.failures(),
                settings.sessionLength());
    }
}
