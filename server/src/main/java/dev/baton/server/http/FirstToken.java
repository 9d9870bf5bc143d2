package dev.baton.server.http;

import dev.baton.server.security.PrivateFiles;
import dev.baton.server.security.Role;
import dev.baton.server.security.Secret;
import dev.baton.server.store.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The token that a server makes for its admin when it has none yet. */
public final class FirstToken {

    /** The file in the data directory in which the command line of the same user finds it. */
    public static final String FILE = "admin.token";

    private FirstToken() {}

    /** Makes a token and the file, if there never was a token. */
    public static Optional<Secret> ensure(Tokens tokens, Path dataDirectory) {
        if (!tokens.isEmpty()) {
            return Optional.empty();
        }
        Secret secret = Secret.ofToken();
        // The file first: a token without it would keep the next start from making one, and nobody could get in.
        write(dataDirectory, secret);
        tokens.create("admin", Role.ADMIN, null, secret);
        return Optional.of(secret);
    }

    /** The text to print once. A browser does not send the part behind the # to any server. */
    public static String announcement(Secret secret, URI address) {
        return "Admin token (shown once): " + secret.reveal() + System.lineSeparator() + "Sign in: " + address
                + SignInPage.PATH + "#token=" + secret.reveal();
    }

    private static void write(Path dataDirectory, Secret secret) {
        Path file = dataDirectory.resolve(FILE);
        try {
            PrivateFiles.makeDirectory(dataDirectory);
            // One that is there may be readable by others: it is replaced, not written to.
            Files.deleteIfExists(file);
            PrivateFiles.makeFile(file);
            Files.writeString(file, secret.reveal() + System.lineSeparator());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the admin's token to " + file, failure);
        }
    }
}
