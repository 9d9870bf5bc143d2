package dev.baton.server.config;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Type;
import dev.baton.server.spec.document.Types;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of {@code [server]}. */
final class ServerKeys {

    static final Type<Path> PATH = Types.parsed("path", "a path", ServerKeys::path, Path::toString);
    static final Type<String> URL = Types.matching("url", "an http or https address", "https?://[^\\s]+");

    private static final Key<String> HOST = Key.of(
                    "host", Types.NON_EMPTY, "The address to listen on; any but loopback needs TLS.")
            .otherwise("127.0.0.1");
    private static final Key<Integer> PORT = Key.of(
                    "port", Types.integer(0, 65_535), "The port to listen on; 0 for a free one.")
            .otherwise(7070);
    private static final Key<Path> DATA_DIR =
            Key.of("data_dir", PATH, "The directory for the server's files.").otherwise(Path.of("baton-data"));
    private static final Key<String> PUBLIC_URL = Key.of(
            "public_url", URL, "The address under which clients reach the server; its own address when left out.");
    private static final Key<Boolean> BEHIND_TLS_PROXY = Key.of(
                    "behind_tls_proxy", Types.FLAG, "Whether a proxy in front of the server terminates TLS.")
            .otherwise(false);
    private static final Key<List<String>> ALLOWED_HOSTS = Key.of(
                    "allowed_hosts",
                    Types.oneOrMore(Types.NON_EMPTY),
                    "Host headers that the server accepts besides its own address.")
            .otherwise(List.of());
    private static final Key<Duration> SESSION_LENGTH = Key.of(
                    "session_length", Types.POSITIVE_DURATION, "How long a browser stays signed in.")
            .alias("session_length_sec", Types.SECONDS)
            .otherwise(Duration.ofHours(12));

    private static final Key<Path> CERTIFICATE = Key.of("certificate", PATH, "A PEM file with the certificate chain.");
    private static final Key<Path> KEY = Key.of("key", PATH, "A PEM file with the private key.");
    private static final Section TLS_SECTION =
            new Section("[server.tls]", "The server's own certificate.", List.of(CERTIFICATE, KEY));
    private static final Key<Table> TLS = Key.of("tls", Tables.one(TLS_SECTION), "The server's own certificate.");

    private static final Key<Integer> MAX_BODY_BYTES = Key.of(
                    "max_body_bytes", Types.integer(1024, Integer.MAX_VALUE), "The largest request body, in bytes.")
            .otherwise(10 * 1024 * 1024);
    private static final Key<Integer> REQUESTS_PER_MINUTE = Key.of(
                    "requests_per_minute",
                    Types.integer(0, Integer.MAX_VALUE),
                    "How many requests one client may make in a minute; 0 for the usual 300,000.")
            .otherwise(0);
    private static final Section LIMITS_SECTION =
            new Section("[server.limits]", "Limits for each client.", List.of(MAX_BODY_BYTES, REQUESTS_PER_MINUTE));
    private static final Key<Table> LIMITS = Key.of("limits", Tables.one(LIMITS_SECTION), "Limits for each client.");

    private static final Key<Boolean> ALLOW_PRIVATE = Key.of(
                    "allow_private", Types.FLAG, "Whether jobs and resolvers may connect to private addresses.")
            .otherwise(false);
    private static final Key<List<String>> ALLOW_HOSTS = Key.of(
                    "allow_hosts",
                    Types.oneOrMore(Types.NON_EMPTY),
                    "Hosts that they may connect to even if the address is private.")
            .otherwise(List.of());
    private static final Section OUTGOING_SECTION = new Section(
            "[server.outgoing]",
            "The addresses that jobs and resolvers may connect to.",
            List.of(ALLOW_PRIVATE, ALLOW_HOSTS));
    private static final Key<Table> OUTGOING =
            Key.of("outgoing", Tables.one(OUTGOING_SECTION), "The addresses that jobs and resolvers may connect to.");

    private static final Key<String> TRACING = Key.of(
            "tracing",
            URL,
            "The OpenTelemetry collector that receives traces over OTLP, such as http://localhost:4318.");

    static final Section SECTION = new Section(
            "[server]",
            "The server's address, and its limits.",
            List.of(
                    HOST,
                    PORT,
                    DATA_DIR,
                    PUBLIC_URL,
                    BEHIND_TLS_PROXY,
                    ALLOWED_HOSTS,
                    SESSION_LENGTH,
                    TLS,
                    LIMITS,
                    OUTGOING,
                    TRACING));

    private ServerKeys() {}

    private static Optional<Path> path(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    static ServerSettings read(Table table) {
        return new ServerSettings(
                new ServerSettings.Address(
                        table.get(HOST),
                        table.get(PORT),
                        table.find(PUBLIC_URL),
                        table.get(BEHIND_TLS_PROXY),
                        List.copyOf(table.get(ALLOWED_HOSTS))),
                table.get(DATA_DIR),
                tls(table.find(TLS)),
                limits(table, table.findOrEmpty(LIMITS)),
                outgoing(table.findOrEmpty(OUTGOING)),
                table.find(TRACING));
    }

    private static ServerSettings.@Nullable Tls tls(@Nullable Table table) {
        return table == null
                ? null
                : new ServerSettings.Tls(table.require(CERTIFICATE, Path.of("")), table.require(KEY, Path.of("")));
    }

    private static ServerSettings.Limits limits(Table server, Table table) {
        return new ServerSettings.Limits(
                table.get(MAX_BODY_BYTES), table.get(REQUESTS_PER_MINUTE), server.get(SESSION_LENGTH));
    }

    private static ServerSettings.Outgoing outgoing(Table table) {
        return new ServerSettings.Outgoing(table.get(ALLOW_PRIVATE), List.copyOf(table.get(ALLOW_HOSTS)));
    }
}
