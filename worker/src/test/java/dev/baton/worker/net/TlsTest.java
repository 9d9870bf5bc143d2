package dev.baton.worker.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection goes to an address, but the certificate is that of a name. */
class TlsTest {

    private static final HttpCall.Limits LIMITS = new HttpCall.Limits(Duration.ofSeconds(20), 1000, 0);
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpsServer server;
    private GuardedHttp http;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        SSLContext context = contextFor("good.example", directory.resolve("keys.p12"));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        AddressGuard guard = new AddressGuard(host -> List.of(InetAddress.getLoopbackAddress()), Allowed.PRIVATE);
        http = new GuardedHttp(guard, context, threads);
    }

    @AfterEach
    void end() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void a_certificate_for_the_name_is_accepted() throws Exception {
        assertThat(http.send(HttpCall.get(at("good.example"), LIMITS)).status()).isEqualTo(204);
    }

    @Test
    void a_certificate_for_another_name_is_refused() {
        assertThatThrownBy(() -> http.send(HttpCall.get(at("bad.example"), LIMITS)))
                .isInstanceOf(SSLException.class);
    }

    private URI at(String host) {
        return URI.create("https://" + host + ":" + server.getAddress().getPort() + "/");
    }

    private static SSLContext contextFor(String host, Path file) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:" + host,
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
