package dev.baton.server;

import dev.baton.error.BatonException;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what the file defines into the catalog: at the start, when somebody asks for it, and when the file has changed. A
 * file that is wrong changes nothing. Safe from any thread.
 */
final class Definer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Definer.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final BatonServer.Source source;
    private final Catalog catalog;
    private final ServerParts parts;
    private final Observers observers;
    private final DefinitionEvents events;
    private volatile Stamp seen;
    private volatile Runnable restoring = () -> {};
    private volatile ServerSettings.@Nullable Outgoing outgoing;
    private volatile Configuration.Named named =
            new Configuration.Named(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    private @Nullable Periodic watching;

    /** A version of the file, as far as it can be told from outside. */
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

    /** What definitions may refer to by a name. */
    Configuration.Named named() {
        return named;
    }

    /** Does this now, and each time a file has been applied: what was made through the API may refer to what it says. */
    void afterEachLoad(Runnable restore) {
        restoring = restore;
        restore.run();
    }

    /** Applies a configuration that was read. */
    void load(Configuration configuration) {
        boolean sameElse = configuration.named().equals(named)
                && configuration.server().outgoing().equals(outgoing);
        catalog.load(entries(configuration.definitions()), new Compiler(parts.with(configuration)), sameElse);
        catalog.place(configuration.definitions().places());
        observers.use(configuration);
        named = configuration.named();
        outgoing = configuration.server().outgoing();
        restoring.run();
    }

    private static List<Entry> entries(Definitions definitions) {
        List<Entry> entries = new ArrayList<>();
        definitions.jobs().forEach(job -> entries.add(new JobEntry(job, Entry.Source.FILE)));
        definitions.workflows().forEach(workflow -> entries.add(new WorkflowEntry(workflow, Entry.Source.FILE)));
        return entries;
    }

    /** Reads the file again and applies it. */
    synchronized void reload() {
        seen = stamp();
        Configuration configuration = source.read();
        Map<String, Entry> before = ofFile();
        try {
            load(configuration);
        } finally {
            events.reloaded(before, ofFile());
        }
        LOG.info(
                "the configuration was read again: {} jobs and workflows",
                catalog.all().size());
    }

    private Map<String, Entry> ofFile() {
        Map<String, Entry> entries = new LinkedHashMap<>();
        catalog.all().stream()
                .filter(entry -> entry.source() == Entry.Source.FILE)
                .forEach(entry -> entries.put(entry.name(), entry));
        return entries;
    }

    /** Looks at the file every now and then. */
    synchronized void watch() {
        if (source.file().isPresent()) {
            watching = new Periodic("baton-definitions", LOOK_EVERY, this::look);
        }
    }

    private void look() {
        if (stamp().equals(seen)) {
            return;
        }
        try {
            reload();
        } catch (InvalidDocumentException e) {
            LOG.error("the file has changed, but is wrong; everything stays as it was:\n{}", e.getMessage());
        } catch (BatonException e) {
            LOG.error("the file has changed, but cannot be applied; everything stays as it was: {}", e.getMessage());
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
