package dev.baton.server;

import dev.baton.server.config.DatasourceSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** The databases from which an administrator lets jobs take items. */
final class Datasources {

    private Datasources() {}

    static Map<String, DataSource> open(Map<String, DatasourceSettings> settings) {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        settings.forEach((name, each) -> sources.put(name, open(each)));
        return sources;
    }

    private static DataSource open(DatasourceSettings settings) {
        if (settings.url().startsWith("jdbc:sqlite:")) {
            SQLiteDataSource source = new SQLiteDataSource();
            source.setUrl(settings.url());
            return source;
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(settings.url());
        if (settings.user() != null) {
            source.setUser(settings.user());
        }
        if (settings.password() != null) {
            source.setPassword(settings.password());
        }
        return source;
    }
}
