package dev.baton.cli.client;

import dev.baton.server.http.FirstToken;
import dev.baton.server.security.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files by which the command line finds a server of the same user on this machine: the server's address and the
 * admin token.
 *
 * @param directory the data directory
 */
public record LocalServer(Path directory) {

    /** The server that the systemd unit and the Debian package run. */
    static final LocalServer SERVICE = new LocalServer(Path.of("/var/lib/baton"));

    private static final String ADDRESS = "server.address";

    /** The file that holds the admin's token. */
    public Path tokenFile() {
        return directory.resolve(FirstToken.FILE);
    }

    /** The address of the server; empty if none has run here, or the last one was stopped normally. */
    public Optional<String> address() {
        try {
            return Optional.of(Files.readString(directory.resolve(ADDRESS)).strip());
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Writes the address of a running server. */
    public void announce(URI address) throws IOException {
        Path file = directory.resolve(ADDRESS);
        PrivateFiles.makeDirectory(directory);
        Files.deleteIfExists(file);
        PrivateFiles.makeFile(file);
        Files.writeString(file, address + "\n");
    }

    /** Removes the address. */
    public void retire() {
        try {
            Files.deleteIfExists(directory.resolve(ADDRESS));
        } catch (IOException e) {
            // The next command will report that this server cannot be reached, which is true.
        }
    }
}
