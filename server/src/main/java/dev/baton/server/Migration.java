package dev.baton.server;

import dev.baton.server.config.Configuration;
import dev.baton.server.notify.Notifications;
import dev.baton.server.security.PrivateFiles;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import dev.baton.server.store.Tokens;
import dev.baton.server.window.JdbcWindowMemory;
import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/**
 * Prepares a database for servers: creates or updates the tables, and registers tokens whose secrets exist already. A
 * deployment runs it once before the servers of a new version start; servers that find the tables up to date create none.
 * It may run any number of times, and beside running servers on PostgreSQL.
 */
public final class Migration {

    private Migration() {}

    /**
     * A token whose secret was generated outside Baton, for example by the secret store of a deployment.
     *
     * @param name the token's name
     * @param role the token's role
     * @param secret the secret
     */
    public record GivenToken(String name, Role role, Secret secret) {}

    /**
     * Creates or updates the tables and registers the tokens that are not registered yet.
     *
     * @param configuration the configuration of the servers, of which the storage is used
     * @param given the tokens to register
     * @param clock the time at which the tokens are made
     * @return the names of the tokens that were new
     * @throws CannotStartException if the database cannot be reached, is in use, or was made by a newer Baton
     */
    public static List<String> run(Configuration configuration, List<GivenToken> given, Clock clock) {
        try {
            // PostgreSQL needs no data directory, and the migration may run where it cannot write files.
            if (configuration.storage().database().url().startsWith("jdbc:sqlite:")) {
                PrivateFiles.makeDirectory(configuration.server().dataDir());
            }
            return prepare(configuration, given, clock);
        } catch (IOException e) {
            throw new CannotStartException(
                    "cannot create the data directory " + configuration.server().dataDir() + ": " + e, e);
        } catch (IllegalStateException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        } catch (StoreUnavailableException e) {
            throw new CannotStartException("the database does not answer: " + e.getMessage(), e);
        }
    }

    private static List<String> prepare(Configuration configuration, List<GivenToken> given, Clock clock) {
        try (Storage storage = Storage.open(
                configuration.storage(), configuration.worker().limits().maxLogBytes())) {
            try {
                new JdbcWindowMemory(storage.source());
                Notifications.makeTables(storage.source());
                Tokens tokens = new Tokens(storage.tables(), clock);
                return given.stream()
                        .filter(token -> tokens.createOnce(token.name(), token.role(), token.secret()))
                        .map(GivenToken::name)
                        .toList();
            } finally {
                storage.store().close();
            }
        }
    }
}
