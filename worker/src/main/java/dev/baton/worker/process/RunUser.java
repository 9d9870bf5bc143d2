package dev.baton.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operating system user that commands run as: the worker's own, or another user, who cannot read the worker's
 * files. Immutable.
 *
 * <pre>{@code
 * Programs programs = new Programs(threads, RunUser.named("nobody"));
 * }</pre>
 */
public final class RunUser {

    /** The worker's own user. */
    public static final RunUser OWN = new RunUser(null, List.of(), Map.of());

    private static final Path PASSWD = Path.of("/etc/passwd");
    private static final int FIELDS = 7;
    private static final int HOME = 5;

    private final @Nullable UserPrincipal user;
    private final List<String> prefix;
    private final Map<String, String> variables;

    private RunUser(@Nullable UserPrincipal user, List<String> prefix, Map<String, String> variables) {
        this.user = user;
        this.prefix = prefix;
        this.variables = variables;
    }

    /**
     * Another user.
     *
     * @throws IOException with a message for people if commands cannot run as that user
     */
    public static RunUser named(String name) throws IOException {
        UserPrincipal user;
        try {
            user = PASSWD.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("there is no user \"" + name + "\" on this machine", e);
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new IOException("only root can run commands as another user, and this process is "
                    + System.getProperty("user.name") + "'s");
        }
        Path setpriv = Stream.of("/usr/bin/setpriv", "/bin/setpriv")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "commands are run as another user by setpriv, of util-linux, which is not here"));
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("USER", name);
        variables.put("LOGNAME", name);
        variables.put("HOME", home(name).orElse("/"));
        return new RunUser(
                user,
                // A program with the set-user-ID bit must not regain privileges.
                List.of(setpriv.toString(), "--reuid", name, "--regid", group(name), "--init-groups", "--no-new-privs"),
                variables);
    }

    private static Optional<String> home(String name) throws IOException {
        return entry(name).map(fields -> fields[HOME]).filter(home -> !home.isEmpty());
    }

    /** The id of the user's primary group. */
    private static String group(String name) throws IOException {
        return entry(name)
                .map(fields -> fields[3])
                .orElseThrow(() -> new IOException("the user \"" + name + "\" is not in " + PASSWD));
    }

    private static Optional<String[]> entry(String name) throws IOException {
        return Files.readAllLines(PASSWD).stream()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length == FIELDS && fields[0].equals(name))
                .findFirst();
    }

    /** Whether it is the worker's own user. */
    public boolean isOwn() {
        return user == null;
    }

    /** The prefix of a command that runs it as this user. */
    List<String> prefix() {
        return prefix;
    }

    /** The environment variables that describe the user. */
    public Map<String, String> variables() {
        return variables;
    }

    /**
     * Lets the user reach files in a directory that the worker keeps owning. The user cannot replace a file there with
     * a link to a file that only the worker may read, and that the worker would then read.
     */
    public void open(Path directory) throws IOException {
        if (user != null) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        }
    }

    /** Makes the user the owner of a file. */
    public void own(Path file) throws IOException {
        if (user != null) {
            Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setOwner(user);
        }
    }
}
