package dev.baton.server.config;

import org.jspecify.annotations.Nullable;

/**
 * A database of items.
 *
 * @param url a JDBC url
 * @param user the user; null for the one in the url
 * @param password the password; null for the one in the url
 */
public record DatasourceSettings(
        String url, @Nullable String user, @Nullable String password) {

    /** The password stays out of logs. */
    @Override
    public String toString() {
        return new StorageSettings.Database(url, user, password).toString();
    }
}
