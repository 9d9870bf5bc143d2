package dev.baton.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a server's data directory and database. */
final class StorageOptions {

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "The directory for the server's files. Default: baton-data.")
    private @Nullable Path dataDir;

    @Option(
            names = "--storage",
            paramLabel = "URL",
            description = "The database: jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME.")
    private @Nullable String storage;

    /** A copy of the environment in which the given options replace the variables of the same meaning. */
    Map<String, String> over(Map<String, String> environment) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        if (dataDir != null) {
            all.put("BATON_SERVER_DATA_DIR", dataDir.toString());
        }
        if (storage != null) {
            all.put("BATON_STORAGE_URL", storage);
        }
        return all;
    }
}
