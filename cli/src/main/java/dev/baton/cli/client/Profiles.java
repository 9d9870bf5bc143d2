package dev.baton.cli.client;

import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.Json;
import dev.baton.error.DidYouMean;
import dev.baton.server.security.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The profiles that {@code baton login} has stored, in a file that only this user can read: {@code
 * $XDG_CONFIG_HOME/baton/profiles.json}, or under {@code ~/.config}.
 */
public final class Profiles {

    private final Path directory;
    private final Path file;

    /**
     * A server and a token.
     *
     * @param server its address
     * @param token the token
     */
    public record Profile(String server, String token) {}

    /**
     * All profiles.
     *
     * @param current the name of the current profile, which is used if none is named; may be empty
     * @param byName the profiles
     */
    public record All(String current, Map<String, Profile> byName) {}

    /** The profiles of the user with this environment. */
    public Profiles(Map<String, String> environment) {
        String configured = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path root = configured.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", ".")), ".config")
                : Path.of(configured);
        this.directory = root.resolve("baton");
        this.file = directory.resolve("profiles.json");
    }

    /** The directory of this user's files. */
    public Path directory() {
        return directory;
    }

    /** The file of the profiles. */
    public Path file() {
        return file;
    }

    /** The kept profiles. */
    public All read() {
        if (!Files.exists(file)) {
            return new All("", Map.of());
        }
        try {
            JsonNode tree = JsonMapper.shared().readTree(Files.readString(file));
            Map<String, Profile> all = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> entry : tree.path("profiles").properties()) {
                JsonNode profile = entry.getValue();
                all.put(entry.getKey(), new Profile(Api.text(profile, "server"), Api.text(profile, "token")));
            }
            return new All(Api.text(tree, "current"), all);
        } catch (IOException | JacksonException e) {
            throw new CommandFailedException(
                    "the profiles in " + file + " cannot be read: " + e.getMessage(),
                    "Correct the file, or remove it and sign in again with 'baton login'.");
        }
    }

    /** The profile with this name. */
    public Profile named(String name) {
        Map<String, Profile> all = read().byName;
        Profile found = all.get(name);
        if (found == null) {
            throw CommandFailedException.badInput(
                    "there is no profile \"" + name + "\" in " + file + "." + DidYouMean.sentence(name, all.keySet()),
                    "'baton login " + name + " --server URL' creates one.");
        }
        return found;
    }

    /** The current profile. */
    public Optional<Profile> current() {
        All all = read();
        return Optional.ofNullable(all.byName.get(all.current));
    }

    /** Stores a profile, and makes it the current one. */
    public void put(String name, Profile profile) {
        Map<String, Profile> all = new LinkedHashMap<>(read().byName);
        all.put(name, profile);
        write(new All(name, all));
    }

    /** Makes another the current one. */
    public void use(String name) {
        named(name);
        write(new All(name, read().byName));
    }

    /** Removes a profile. */
    public void remove(String name) {
        named(name);
        All old = read();
        Map<String, Profile> all = new LinkedHashMap<>(old.byName);
        all.remove(name);
        write(new All(old.current.equals(name) ? "" : old.current, all));
    }

    private void write(All all) {
        Map<String, Object> profiles = new LinkedHashMap<>();
        all.byName.forEach((name, profile) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("server", profile.server);
            entry.put("token", profile.token);
            profiles.put(name, entry);
        });
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("current", all.current);
        tree.put("profiles", profiles);
        try {
            PrivateFiles.makeDirectory(directory);
            // Written to a temporary file first, so that others can never read a token and a full disk loses no
            // profile.
            Path fresh = file.resolveSibling("profiles.json.new");
            Files.deleteIfExists(fresh);
            PrivateFiles.makeFile(fresh);
            Files.writeString(fresh, Json.write(tree) + "\n");
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CommandFailedException(
                    "the profiles cannot be written to " + file + ": " + e.getMessage(),
                    "Make the directory writable, or name another with XDG_CONFIG_HOME.");
        }
    }
}
