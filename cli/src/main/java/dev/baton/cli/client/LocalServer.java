package dev.baton.cli.client;

import dev.baton.server.http.FirstToken;
import dev.baton.server.security.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a server on this machine leaves in its data directory for the command line of the same user: where it listens, and
 * the admin's token.
 *
 * @param directory the data directory
 */
public record LocalServer(Path directory) {

    private static final String ADDRESS = "server.address";

    /** The file that holds the admin's token. */
    public Path tokenFile() {
        return directory.resolve(FirstToken.FILE);
    }

    /** Where the server listens; nothing when none has run here, or the last one stopped in good order. */
    public Optional<String> address() {
        try {
            return Optional.of(Files.readString(directory.resolve(ADDRESS)).strip());
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Says where a server listens, as long as it runs. */
    public void announce(URI address) throws IOException {
        Path file = directory.resolve(ADDRESS);
        PrivateFiles.makeDirectory(directory);
        Files.deleteIfExists(file);
        PrivateFiles.makeFile(file);
        Files.writeString(file, address + "\n");
    }

    /** Takes that back. */
    public void retire() {
        try {
            Files.deleteIfExists(directory.resolve(ADDRESS));
        } catch (IOException e) {
            // The next command says that this server cannot be reached, which is true.
        }
    }
}
