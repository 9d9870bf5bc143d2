package dev.baton.server.config;

import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Problems;
import dev.baton.server.spec.document.ReadLimits;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.TomlDocument;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Reads a configuration from the file and the environment, which overrides it. The loader reports all problems at once,
 * and loads nothing if there are any. Safe from any thread.
 */
public final class ConfigLoader {

    private static final long LONGEST_FILE = 64L * 1024 * 1024;

    private final Map<String, String> environment;
    private final Set<String> definitionsElsewhere;
    private final ReadLimits limits;

    /**
     * @param environment the variables of the environment
     * @param definitionsElsewhere jobs and workflows outside the file that definitions may refer to
     */
    public ConfigLoader(Map<String, String> environment, Set<String> definitionsElsewhere) {
        this(environment, definitionsElsewhere, ReadLimits.NONE);
    }

    private ConfigLoader(Map<String, String> environment, Set<String> definitionsElsewhere, ReadLimits limits) {
        this.environment = Map.copyOf(environment);
        this.definitionsElsewhere = Set.copyOf(definitionsElsewhere);
        this.limits = limits;
    }

    /**
     * A loader for documents in requests. It sees no environment variables, because a message about a value could
     * reveal a secret. Reading throws {@link dev.baton.server.spec.document.DocumentTooLargeException} if it would cost
     * too much.
     */
    public static ConfigLoader ofRequest(Set<String> definitionsElsewhere) {
        return new ConfigLoader(Map.of(), definitionsElsewhere, ReadLimits.ofThisProcess());
    }

    /** Reads a file in TOML. */
    public Checked<Configuration> load(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            if (Files.size(file) > LONGEST_FILE) {
                return unreadable(name, "the file is longer than 64 MB.", "Split it, or make jobs through the API.");
            }
            return parse(name, Files.readString(file));
        } catch (NoSuchFileException e) {
            return unreadable(name, "there is no such file.", "Looked for it at " + file.toAbsolutePath() + ".");
        } catch (CharacterCodingException e) {
            return unreadable(name, "the file is not UTF-8.", "Save it as UTF-8.");
        } catch (IOException e) {
            return unreadable(name, "the file cannot be read: " + e.getMessage() + ".", "");
        }
    }

    /**
     * Reads a text in TOML.
     *
     * @param name the name of the text in places
     */
    public Checked<Configuration> parse(String name, String toml) {
        Problems problems = new Problems(limits);
        Optional<Table> root = TomlDocument.read(name, toml, problems)
                .map(new Variables(environment, problems)::expand)
                .map(node -> new Overrides(environment).apply(node, RootKeys.SECTION))
                .flatMap(node -> Table.open(node, RootKeys.SECTION, "", problems));
        return root.map(table -> problems.check(configuration(table))).orElseGet(() -> problems.invalid());
    }

    private static Checked<Configuration> unreadable(String name, String message, String hint) {
        Problems problems = new Problems();
        problems.add(name, "", message, hint);
        return problems.invalid();
    }

    private Configuration configuration(Table root) {
        ServerSettings server = ServerKeys.read(root.findOrEmpty(RootKeys.SERVER));
        StorageSettings storage = StorageKeys.read(root.findOrEmpty(RootKeys.STORAGE), server.dataDir());
        WorkerSettings worker = WorkerKeys.read(root.findOrEmpty(RootKeys.WORKER));
        Configuration.Named named = new Configuration.Named(
                named(root, RootKeys.QUEUES, (name, table) -> RootKeys.queue(table)),
                named(root, RootKeys.DATASOURCES, (name, table) -> RootKeys.datasource(table)),
                named(root, RootKeys.CALENDARS, CalendarKeys::read),
                named(root, RootKeys.NOTIFICATIONS, (name, table) -> NotificationKeys.read(table)),
                root.get(RootKeys.SECRETS),
                OutgoingReach.of(server.outgoing(), worker.enabled()));
        Definitions definitions = new SpecReader(named.references(definitionsElsewhere)).definitions(root);
        return new Configuration(server, storage, worker, named, definitions);
    }

    private static <T> Map<String, T> named(
            Table root, Key<Map<String, Table>> key, BiFunction<String, Table, T> read) {
        Map<String, T> values = new LinkedHashMap<>();
        Map<String, Table> tables = root.find(key);
        if (tables != null) {
            tables.forEach((name, table) -> values.put(name, read.apply(name, table)));
        }
        return values;
    }
}
