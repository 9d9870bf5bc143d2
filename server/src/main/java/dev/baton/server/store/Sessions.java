package dev.baton.server.store;

import dev.baton.server.security.Secret;
import dev.baton.server.security.Token;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The sessions of signed-in browsers. A session has the role and validity of its token. Safe from any thread. */
public final class Sessions {

    private final Database database;
    private final Clock clock;

    /** The sessions in a database. */
    public Sessions(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Opens a session, and removes expired ones. */
    public Secret open(Token token, Duration length) {
        Secret secret = Secret.ofSession();
        Instant now = clock.instant();
        return database.write("open a session", sql -> {
            sql.update("""
                    DELETE FROM baton_session
                    WHERE expires <= ?""", now);
            sql.update("""
                    INSERT INTO baton_session (hash, token, created, expires)
                    VALUES (?, ?, ?, ?)""", secret.hash(), token.id(), now, now.plus(length));
            return secret;
        });
    }

    /** The token that a session was opened with, if both are still valid. */
    public Optional<Token> find(Secret secret) {
        Instant now = clock.instant();
        return database.read(
                        "check a session",
                        sql -> sql.first(Tokens::token, """
                        SELECT %s
                        FROM baton_session AS session
                        JOIN baton_token AS token ON token.id = session.token
                        WHERE session.hash = ? AND session.expires > ?""".formatted(Tokens.COLUMNS), secret.hash(), now))
                .filter(token -> token.isValid(now));
    }

    /** Ends a session. */
    public void close(Secret secret) {
        database.write("close a session", sql -> sql.update("""
                DELETE FROM baton_session
                WHERE hash = ?""", secret.hash()));
    }
}
