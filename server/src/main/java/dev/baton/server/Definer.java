package dev.baton.server;

import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.DefinitionEvents;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.compile.Compiler;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.ServerSettings;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.document.InvalidDocumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the configuration file to the catalog: at the start, on request, and when the file has changed. An invalid
 * file changes nothing. Safe from any thread.
 */
final class Definer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Definer.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final BatonServer.Source source;
    private final Catalog catalog;
    private final ServerParts parts;
    private final Observers observers;
    private final DefinitionEvents events;
    private volatile Stamp seen;

    /** The version of the file at the last check. A version is applied once two checks in a row have found it. */
    private Stamp before = Stamp.NONE;

    /** The version that could not be applied, so that the warning is logged once. */
    private Stamp failed = Stamp.NONE;

    private volatile Consumer<Configuration> using = configuration -> {};
    private volatile Runnable restoring = () -> {};
    private volatile ServerSettings.@Nullable Outgoing outgoing;
    private volatile Configuration.Named named =
            new Configuration.Named(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    private volatile @Nullable Configuration current;
    private @Nullable Periodic watching;

    /** A version of the file: its modification time and size. */
    private record Stamp(FileTime modified, long size) {

        static final Stamp NONE = new Stamp(FileTime.fromMillis(0), -1);
    }

    Definer(BatonServer.Source source, Catalog catalog, ServerParts parts, Observers observers) {
        this.source = source;
        this.catalog = catalog;
        this.parts = parts;
        this.observers = observers;
        this.events = new DefinitionEvents(observers.events());
        this.seen = stamp();
    }

    Catalog catalog() {
        return catalog;
    }

    DefinitionEvents events() {
        return events;
    }

    /** The names that definitions may refer to. */
    Configuration.Named named() {
        return named;
    }

    /**
     * Runs an action now and after each file that is applied: definitions made through the API may refer to names in
     * the file.
     */
    void afterEachLoad(Runnable restore) {
        restoring = restore;
        restore.run();
    }

    /** Registers a callback for each configuration that is applied. */
    void alsoTell(Consumer<Configuration> user) {
        using = user;
    }

    /** Applies a configuration. */
    void load(Configuration configuration) {
        boolean sameElse = configuration.named().equals(named)
                && configuration.server().outgoing().equals(outgoing);
        catalog.load(entries(configuration.definitions()), new Compiler(parts.with(configuration)), sameElse);
        catalog.place(configuration.definitions().places());
        observers.use(configuration);
        using.accept(configuration);
        named = configuration.named();
        outgoing = configuration.server().outgoing();
        current = configuration;
        restoring.run();
    }

    private static List<Entry> entries(Definitions definitions) {
        List<Entry> entries = new ArrayList<>();
        definitions.jobs().forEach(job -> entries.add(new JobEntry(job, Entry.Source.FILE)));
        definitions.workflows().forEach(workflow -> entries.add(new WorkflowEntry(workflow, Entry.Source.FILE)));
        return entries;
    }

    /** Reads the file again and applies it, even if it no longer defines anything. */
    synchronized void reload() {
        Stamp stamp = stamp();
        Configuration configuration = source.read();
        apply(configuration);
        seen = stamp;
    }

    private void apply(Configuration configuration) {
        Map<String, Entry> earlier = ofFile();
        try {
            load(configuration);
        } catch (RuntimeException e) {
            goBack(e);
            throw e;
        } finally {
            events.reloaded(earlier, ofFile());
        }
        LOG.info(
                "the configuration was read again: {} jobs and workflows",
                catalog.all().size());
    }

    /** Restores the former configuration: a file that was applied in part is worse than the version before it. */
    private void goBack(RuntimeException cause) {
        Configuration former = current;
        if (former != null) {
            try {
                load(former);
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private Map<String, Entry> ofFile() {
        Map<String, Entry> entries = new LinkedHashMap<>();
        catalog.all().stream()
                .filter(entry -> entry.source() == Entry.Source.FILE)
                .forEach(entry -> entries.put(entry.name(), entry));
        return entries;
    }

    /** Checks the file for changes at intervals. */
    synchronized void watch() {
        if (source.file().isPresent()) {
            watching = new Periodic("baton-definitions", LOOK_EVERY, this::look);
        }
    }

    private synchronized void look() {
        Stamp now = stamp();
        boolean stable = now.equals(before);
        before = now;
        if (!stable || now.equals(seen)) {
            return;
        }
        if (now.equals(Stamp.NONE)) {
            sayOnce(now, "the file is gone; everything stays as it was", null);
            return;
        }
        try {
            Configuration configuration = source.read();
            if (configuration.definitions().isEmpty() && !ofFile().isEmpty()) {
                seen = now;
                LOG.error("the file has changed and no longer defines anything; everything stays as it was. If that is"
                        + " intended, run: baton reload");
                return;
            }
            apply(configuration);
            seen = now;
        } catch (InvalidDocumentException e) {
            // The same version would be invalid again.
            seen = now;
            LOG.error("the file has changed, but is invalid; everything stays as it was:\n{}", e.getMessage());
        } catch (RuntimeException e) {
            sayOnce(now, "the file has changed, but cannot be applied yet; everything stays as it was", e);
        }
    }

    private void sayOnce(Stamp stamp, String words, @Nullable RuntimeException error) {
        if (!stamp.equals(failed)) {
            failed = stamp;
            LOG.error("{}{}", words, error == null ? "" : ", and it is tried again: " + error.getMessage());
        }
    }

    private Stamp stamp() {
        Path file = source.file().orElse(null);
        if (file == null) {
            return Stamp.NONE;
        }
        try {
            return new Stamp(Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException e) {
            return Stamp.NONE;
        }
    }

    @Override
    public synchronized void close() {
        if (watching != null) {
            watching.close();
        }
    }
}
