package dev.baton.server.store;

import dev.baton.server.security.Role;
import dev.baton.server.security.Scope;
import dev.baton.server.security.Secret;
import dev.baton.server.security.Token;
import dev.baton.server.store.Sql.Row;
import dev.baton.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tokens, without their secrets. Safe from any thread. */
public final class Tokens {

    /**
     * The use of a token is recorded at most this often: a write for every request would cost more than the request.
     */
    private static final Duration USE_GRAIN = Duration.ofMinutes(1);

    static final String COLUMNS = """
            token.id, token.name, token.role, token.prefix, token.hash,
            token.created, token.expires, token.last_used, token.revoked, token.queues, token.labels""";

    private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);

    private final Database database;
    private final Clock clock;
    private final Map<UUID, Instant> lastNoted = new ConcurrentHashMap<>();

    /** Recently used tokens, by their hashes. */
    private final Map<String, Token> known = new ConcurrentHashMap<>();

    /** A new token, with its secret, which is shown only once. */
    public record Fresh(Token token, Secret secret) {}

    /** The position at which the next page of tokens begins. */
    public record Position(Instant created, UUID id) {}

    /** The tokens in a database. */
    public Tokens(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Creates a token. */
    public Fresh create(String name, Role role, @Nullable Instant expires) {
        return create(name, role, expires, Scope.ANY);
    }

    /** Creates a worker's token with a scope. */
    public Fresh create(String name, Role role, @Nullable Instant expires, Scope scope) {
        return create(name, role, expires, scope, Secret.ofToken());
    }

    /** Creates a token with an existing secret. */
    public Fresh create(String name, Role role, @Nullable Instant expires, Secret secret) {
        return create(name, role, expires, Scope.ANY, secret);
    }

    /**
     * Registers a token whose secret was generated elsewhere, unless its hash is known already. A revoked token stays
     * revoked.
     *
     * @return whether the token is new
     */
    public boolean createOnce(String name, Role role, Secret secret) {
        if (read(secret).isPresent()) {
            return false;
        }
        create(name, role, null, secret);
        return true;
    }

    private Fresh create(String name, Role role, @Nullable Instant expires, Scope scope, Secret secret) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Token token = new Token(UUID.randomUUID(), name, role, secret.prefix(), now, expires, null, null, scope);
        database.write(
                "make a token",
                sql -> sql.update(
                        """
                        INSERT INTO baton_token (id, name, role, prefix, hash, created, expires, queues, labels)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                        token.id(),
                        name,
                        role,
                        token.prefix(),
                        secret.hash(),
                        now,
                        expires,
                        words(scope.queues()),
                        words(scope.labels())));
        return new Fresh(token, secret);
    }

    /** The token of a secret, if it is valid now. Records its use. */
    public Optional<Token> use(Secret secret) {
        Optional<Token> token = find(secret);
        Optional<Token> valid = token.filter(found -> found.isValid(clock.instant()));
        valid.ifPresent(this::noteUse);
        return valid;
    }

    /**
     * If other servers may revoke tokens, each use looks up its token. While the database is unreachable, no token can
     * be revoked, and a valid token stays valid. A token that is revoked during this lookup is dropped from the cache
     * again: {@link #forget} waits for the entry.
     */
    private Optional<Token> find(Secret secret) {
        if (!database.isShared()) {
            return Optional.ofNullable(
                    known.computeIfAbsent(secret.hash(), hash -> read(secret).orElse(null)));
        }
        try {
            Optional<Token> found = read(secret);
            found.ifPresentOrElse(token -> known.put(secret.hash(), token), () -> known.remove(secret.hash()));
            return found;
        } catch (StoreUnavailableException e) {
            Token remembered = known.get(secret.hash());
            if (remembered == null) {
                throw e;
            }
            return Optional.of(remembered);
        }
    }

    private void forget() {
        known.clear();
    }

    private Optional<Token> read(Secret secret) {
        return database.read(
                "check a token",
                sql -> sql.first(
                                row -> secret.matches(row.text("hash"))
                                        ? Optional.of(token(row))
                                        : Optional.<Token>empty(),
                                """
                        SELECT %s
                        FROM baton_token AS token
                        WHERE token.hash = ?""".formatted(COLUMNS),
                                secret.hash())
                        .flatMap(found -> found));
    }

    private void noteUse(Token token) {
        Instant now = clock.instant();
        Instant noted = lastNoted.get(token.id());
        if (noted == null || noted.plus(USE_GRAIN).isBefore(now)) {
            lastNoted.put(token.id(), now);
            try {
                database.write("note the use of a token", sql -> sql.update("""
                        UPDATE baton_token
                        SET last_used = ?
                        WHERE id = ?""", now, token.id()));
            } catch (StoreUnavailableException e) {
                LOG.debug("the use of token {} is not noted", token.name());
            }
        }
    }

    /** Tokens, newest first. */
    public List<Token> list(@Nullable Position after, int limit) {
        return database.read(
                "list tokens",
                sql -> sql.list(
                        Tokens::token,
                        """
                        SELECT %s
                        FROM baton_token AS token
                        WHERE (token.created, token.id) < (?, ?)
                        ORDER BY token.created DESC, token.id DESC
                        LIMIT ?""".formatted(COLUMNS),
                        after == null ? Long.MAX_VALUE : after.created(),
                        after == null ? "" : after.id(),
                        limit));
    }

    /** Revokes a token and ends its sessions. Returns false if no valid token has this id. */
    public boolean revoke(UUID id) {
        boolean revoked = database.write("revoke a token", sql -> {
            sql.update("""
                    DELETE FROM baton_session
                    WHERE token = ?""", id);
            return sql.update("""
                            UPDATE baton_token
                            SET revoked = ?
                            WHERE id = ? AND revoked IS NULL""", clock.instant(), id) == 1;
        });
        forget();
        return revoked;
    }

    /** Whether there was never a token, which means that the server starts for the first time. */
    public boolean isEmpty() {
        return list(null, 1).isEmpty();
    }

    static Token token(Row row) throws SQLException {
        return new Token(
                row.id("id"),
                row.text("name"),
                Role.valueOf(row.text("role").toUpperCase(Locale.ROOT)),
                row.text("prefix"),
                row.time("created"),
                row.timeOrNull("expires"),
                row.timeOrNull("last_used"),
                row.timeOrNull("revoked"),
                new Scope(words(row.textOrNull("queues")), words(row.textOrNull("labels"))));
    }

    /** Names contain no spaces. */
    private static @Nullable String words(Set<String> names) {
        return names.isEmpty() ? null : String.join(" ", new TreeSet<>(names));
    }

    private static Set<String> words(@Nullable String text) {
        return text == null ? Set.of() : Set.of(text.split(" ", -1));
    }
}
