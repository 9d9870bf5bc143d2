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

/** The admin token that a server creates at its first start. */
public final class FirstToken {

    /** The file in the data directory in which the command line of the same user finds the token. */
    public static final String FILE = "admin.token";

    private FirstToken() {}

    /** Creates a token and the file if there was never a token. */
    public static Optional<Secret> ensure(Tokens tokens, Path dataDirectory) {
        if (!tokens.isEmpty()) {
            return Optional.empty();
        }
        Secret secret = Secret.ofToken();
        // The file comes first: a token without a file would keep the next start from creating one, and no one could
        // sign in.
        write(dataDirectory, secret);
        tokens.create("admin", Role.ADMIN, null, secret);
        return Optional.of(secret);
    }

    /** The text to print once. Browsers do not send the part after the # to servers. */
    public static String announcement(Secret secret, URI address) {
        return "Admin token (shown once): " + secret.reveal() + System.lineSeparator() + "Sign in: " + address
                + SignInPage.PATH + "#token=" + secret.reveal();
    }

    private static void write(Path dataDirectory, Secret secret) {
        Path file = dataDirectory.resolve(FILE);
        try {
            PrivateFiles.makeDirectory(dataDirectory);
            // An existing file may be readable by others, so it is replaced.
            Files.deleteIfExists(file);
            PrivateFiles.makeFile(file);
            Files.writeString(file, secret.reveal() + System.lineSeparator());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the admin's token to " + file, failure);
        }
    }
}
