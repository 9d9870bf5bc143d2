package dev.baton.server;

import dev.baton.server.config.ServerSettings;
import dev.baton.server.http.HttpSettings;
import dev.baton.server.http.Limits;
import dev.baton.server.security.Buckets.Rate;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;

/** The address, port and TLS settings with which the server listens. */
final class Listening {

    private Listening() {}

    /**
     * @throws InvalidDocumentException if the configuration does not permit this address
     */
    static HttpSettings settings(ServerSettings server) {
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

    /**
     * Checks that no other program uses the port.
     *
     * @throws BindException if another program uses the port; the message names the remedy
     */
    static void checkIsFree(HttpSettings settings) throws BindException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (BindException e) {
            BindException taken = new BindException(
                    "cannot listen on %s, port %d: %s. Stop the program that uses it, or choose another port with port in [server] or --port"
                            .formatted(settings.host(), settings.port(), e.getMessage()));
            taken.initCause(e);
            throw taken;
        } catch (IOException e) {
            // Any other problem with the address is reported when the server binds it.
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
