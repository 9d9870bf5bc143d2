package dev.baton.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the configuration of a server. */
final class ConfigOption {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration, in TOML. Default: baton.toml in this directory, if there is one.")
    private @Nullable Path file;

    /** The source that the option names, with environment variables over the file. */
    ConfigSource source(boolean demo, Map<String, String> environment) {
        return ConfigSource.choose(demo, file, environment);
    }
}
