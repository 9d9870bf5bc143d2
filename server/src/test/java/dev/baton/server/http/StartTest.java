package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.error.NotPossibleException;
import dev.baton.server.http.HttpSettings.Tls;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import dev.baton.server.store.Database;
import dev.baton.server.store.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartTest {

    @TempDir
    private Path directory;

    @Test
    void the_first_start_makes_a_token_that_only_its_user_can_read() throws IOException {
        try (Database database = Database.sqlite(directory.resolve("baton.db"))) {
            Tokens tokens = new Tokens(database, Clock.systemUTC());
            Secret secret = FirstToken.ensure(tokens, directory).orElseThrow();
            Path file = directory.resolve(FirstToken.FILE);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(Files.readString(file).trim()).isEqualTo(secret.reveal());
            assertThat(tokens.use(secret)).isPresent();
            assertThat(FirstToken.announcement(secret, URI.create("http://127.0.0.1:7070")))
                    .contains("http://127.0.0.1:7070/signin#token=" + secret.reveal());
            assertThat(FirstToken.ensure(tokens, directory)).isEqualTo(Optional.empty());
        }
    }

    @Test
    void a_port_that_is_taken_is_said_to_be() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpSettings settings = HttpSettings.loopback(other.getLocalPort());
            assertThatThrownBy(() -> TestServer.with(settings))
                    .isInstanceOf(NotPossibleException.class)
                    .hasMessageContaining("127.0.0.1:" + other.getLocalPort());
        }
    }

    @Test
    void an_address_that_others_can_reach_needs_tls() {
        assertThatThrownBy(() -> new HttpSettings("0.0.0.0", 0, null, List.of(), null, false, Limits.usual()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("0.0.0.0", "without TLS", "behind_tls_proxy");
    }

    @Test
    void behind_a_proxy_it_listens_where_it_is_told() {
        HttpSettings settings = new HttpSettings("0.0.0.0", 0, null, List.of(), null, true, Limits.usual());
        try (TestServer server = TestServer.with(settings)) {
            assertThat(server.server.address()).hasHost("localhost");
            HttpResponse<String> response = server.get(Role.ADMIN, "/api/v1/session");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Strict-Transport-Security"))
                    .isPresent();
        }
    }

    @Test
    void with_a_certificate_of_its_own_it_speaks_tls() throws Exception {
        KeyStore store = selfSigned();
        Path certificate = directory.resolve("cert.pem");
        Path key = directory.resolve("key.pem");
        writePem(certificate, "CERTIFICATE", store.getCertificate("test").getEncoded());
        Key privateKey = store.getKey("test", "password".toCharArray());
        writePem(key, "PRIVATE KEY", privateKey.getEncoded());
        HttpSettings settings = HttpSettings.loopback(0).with(new Tls(certificate, key));
        try (TestServer server = TestServer.with(settings)) {
            HttpResponse<String> response = clientThatTrusts(store)
                    .send(
                            HttpRequest.newBuilder(URI.create("https://localhost:" + server.server.port() + "/healthz"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(server.server.address().getScheme()).isEqualTo("https");
        }
    }

    @Test
    void a_key_that_is_none_is_named() throws IOException {
        Path key = Files.writeString(directory.resolve("key.pem"), "nothing");
        HttpSettings settings = HttpSettings.loopback(0).with(new Tls(key, key));
        assertThatThrownBy(() -> TestServer.with(settings).close()).hasStackTraceContaining("key.pem");
    }

    private KeyStore selfSigned() throws Exception {
        Path file = directory.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "password")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, "password".toCharArray());
        }
        return store;
    }

    private static HttpClient clientThatTrusts(KeyStore store) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", store.getCertificate("test"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static void writePem(Path file, String type, byte[] bytes) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + type
                        + "-----\n");
    }
}
