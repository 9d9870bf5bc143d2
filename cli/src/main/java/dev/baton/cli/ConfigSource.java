package dev.baton.cli;

import dev.baton.server.BatonServer;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a server's configuration comes from: a file, the demo, or the environment alone. */
final class ConfigSource implements BatonServer.Source {

    private static final Path USUAL = Path.of("baton.toml");
    private static final String DEMO = "demo.toml";

    private final @Nullable Path file;
    private final boolean demo;
    private final ConfigLoader loader;
    private final String port;

    private ConfigSource(@Nullable Path file, boolean demo, Map<String, String> environment) {
        this.file = file;
        this.demo = demo;
        this.loader = new ConfigLoader(environment, Set.of());
        this.port = environment.getOrDefault("BATON_SERVER_PORT", "7070");
    }

    /** The source that the options name; without options, the usual file if it exists. */
    static ConfigSource choose(boolean demo, @Nullable Path config, Map<String, String> environment) {
        if (config != null || demo) {
            return new ConfigSource(config, demo && config == null, environment);
        }
        return new ConfigSource(Files.exists(USUAL) ? USUAL : null, false, environment);
    }

    @Override
    public Configuration read() {
        if (file != null) {
            return loader.load(file).orThrow();
        }
        return loader.parse(demo ? DEMO : "no file", demo ? demo() : "").orThrow();
    }

    @Override
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** The source in words. */
    String description() {
        return file != null ? file.toString() : demo ? "with the demo's jobs" : "without a configuration file";
    }

    /** The HTTP job of the demo sends its request to this server. */
    private String demo() {
        return text().replace(":7070/", ":" + port + "/");
    }

    private static String text() {
        try (InputStream in = Objects.requireNonNull(ConfigSource.class.getResourceAsStream("/" + DEMO), DEMO)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
