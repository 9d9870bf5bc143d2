package dev.baton.server.config;

import org.jspecify.annotations.Nullable;

/**
 * A database that items may come from.
 *
 * @param url a JDBC url
 * @param user null for what the url says
 * @param password null for what the url says
 */
public record DatasourceSettings(
        String url, @Nullable String user, @Nullable String password) {

    /** The password stays out of logs. */
    @Override
    public String toString() {
        return new StorageSettings.Database(url, user, password).toString();
    }
}
