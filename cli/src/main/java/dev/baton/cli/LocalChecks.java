package dev.baton.cli;

import dev.baton.server.config.Configuration;
import dev.baton.server.config.ServerSettings;
import dev.baton.server.doctor.Finding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The checks of {@code baton doctor} that need no server: whether one could start here with a configuration. */
final class LocalChecks {

    private static final int OLDEST_JAVA = 17;
    private static final long MEGABYTE = 1024 * 1024;
    private static final long LITTLE_MEMORY = 128 * MEGABYTE;

    private LocalChecks() {}

    /** The Java that this runs on. */
    static List<Finding> ofJava() {
        List<Finding> findings = new ArrayList<>();
        int version = Runtime.version().feature();
        findings.add(
                version >= OLDEST_JAVA
                        ? Finding.ok("java", "version " + Runtime.version())
                        : Finding.fail(
                                "java",
                                "version " + Runtime.version(),
                                "Baton needs " + OLDEST_JAVA + " or newer: install it, or set JAVA_HOME."));
        long most = Runtime.getRuntime().maxMemory();
        String memory = most / MEGABYTE + " MB at most";
        findings.add(
                most >= LITTLE_MEMORY
                        ? Finding.ok("memory", memory)
                        : Finding.warn("memory", memory, "Give java more with -Xmx in BATON_JAVA_OPTS."));
        return findings;
    }

    /** Whether a server could start with this. */
    static List<Finding> of(Configuration configuration) {
        return List.of(
                dataDir(configuration.server().dataDir()),
                port(configuration.server().address()));
    }

    private static Finding dataDir(Path directory) {
        Path existing = directory.toAbsolutePath();
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            return Finding.fail(
                    "data directory", existing + " is not a directory", "Name another in [server] data_dir.");
        }
        if (!Files.isWritable(existing)) {
            return Finding.fail(
                    "data directory",
                    existing + " cannot be written to",
                    "Let this user write there, or name another in [server] data_dir.");
        }
        return Finding.ok("data directory", directory + (Files.exists(directory) ? "" : ", which will be created"));
    }

    /** Only asked when no Baton answers there: one that does has its port, of course. */
    private static Finding port(ServerSettings.Address address) {
        String where = address.host() + ":" + address.port();
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
            return Finding.ok("port", where + " is free");
        } catch (IOException e) {
            return Finding.fail(
                    "port",
                    where + " cannot be listened on: " + e.getMessage(),
                    "Stop the program that uses it, or choose another port with [server] port or --port.");
        }
    }
}
