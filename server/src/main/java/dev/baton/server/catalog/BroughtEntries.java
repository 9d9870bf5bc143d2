package dev.baton.server.catalog;

import dev.baton.ExecutionStatus;
import dev.baton.Submission;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryExecutions;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Json;
import dev.baton.server.spec.References;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.spec.SpecWriter;
import dev.baton.server.spec.document.Checked;
import dev.baton.spi.DefinitionReader;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.HiddenParameters;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The jobs and workflows that executions brought along: those that were submitted with their definition, to run once.
 * The definition is stored with the execution and goes with it; no server registers it. Those that were needed last are
 * in memory, the others are read from the store when they are asked for. Safe from any thread.
 */
public final class BroughtEntries implements DefinitionReader {

    private static final String PREFIX = "adhoc-";
    private static final int SHORT_ID = 12;
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{" + SHORT_ID + "}");
    private static final String JOB = "job";
    private static final String WORKFLOW = "workflow";
    private static final int MOST_IN_MEMORY = 2_000;
    private static final int MOST_LISTED = 1_000;
    private static final TypeReference<Map<String, Object>> PARAMETERS = new TypeReference<>() {};

    private final Map<String, Entry> latest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, dev.baton.server.catalog.Entry> eldest) {
            return size() > MOST_IN_MEMORY;
        }
    };

    private volatile @Nullable Parts parts;

    /**
     * What it works with, once there is an engine.
     *
     * @param catalog compiles definitions
     * @param history the executions
     * @param references the names that a definition may refer to
     */
    private record Parts(Catalog catalog, History history, Supplier<References> references) {}

    /** Has the catalog find what executions brought along, and reads them with its compiler. */
    public void attach(Catalog catalog, History history, Supplier<References> references) {
        parts = new Parts(catalog, history, references);
        catalog.alsoFind(this);
    }

    /** A new name. */
    public static String newName() {
        return PREFIX + UUID.randomUUID().toString().replace("-", "").substring(0, SHORT_ID);
    }

    /** Whether the job or workflow with this name was submitted to run once. */
    public static boolean isOne(String name) {
        return NAME.matcher(name).matches();
    }

    /** A submission that brings its definition along. */
    public Submission submission(Entry entry) {
        remember(entry);
        ObjectNode json = Json.mapper().createObjectNode();
        if (entry instanceof JobEntry job) {
            json.set(JOB, SpecWriter.write(job.spec()));
        } else {
            json.set(WORKFLOW, SpecWriter.write(((WorkflowEntry) entry).spec()));
        }
        return HiddenParameters.define(Submission.of(entry.name()), json.toString());
    }

    @Override
    public Defined read(String name, String text) {
        if (!isOne(name)) {
            throw new IllegalArgumentException("\"" + name + "\" is not a name of what is submitted to run once");
        }
        Entry known = remembered(name);
        return parts().catalog.define(known == null ? remember(entry(text)) : known);
    }

    /** The definition with this name, as long as an execution of it is kept. */
    Optional<Entry> find(String name) {
        if (!isOne(name)) {
            return Optional.empty();
        }
        Entry known = remembered(name);
        return known != null
                ? Optional.of(known)
                : parts().history.executions(HistoryExecutions.newest(1).named(Set.of(name))).rows().stream()
                        .findFirst()
                        .flatMap(this::entry);
    }

    /** The definitions that the newest executions with these statuses brought along, by name; of all if there is none. */
    Collection<Entry> newest(Set<ExecutionStatus> statuses) {
        Map<String, Entry> recent = new TreeMap<>();
        for (ExecutionRecord execution : parts().history
                .executions(HistoryExecutions.newest(MOST_LISTED).in(statuses))
                .rows()) {
            if (isOne(execution.name())) {
                Optional.ofNullable(remembered(execution.name()))
                        .or(() -> entry(execution))
                        .ifPresent(entry -> recent.put(entry.name(), entry));
            }
        }
        return recent.values();
    }

    private Optional<Entry> entry(ExecutionRecord execution) {
        if (!execution.isDefined()) {
            return Optional.empty();
        }
        String text = HiddenParameters.definition(
                Json.mapper().readValue(execution.cause().parameters(), PARAMETERS));
        try {
            return Optional.ofNullable(text).map(this::entry).map(this::remember);
        } catch (IllegalArgumentException cannotBeReadNow) {
            return Optional.empty();
        }
    }

    /**
     * Reads a definition.
     *
     * @throws IllegalArgumentException if it refers to something that is not there any more
     */
    private Entry entry(String text) {
        JsonNode json = Json.mapper().readTree(text);
        SpecReader reader = new SpecReader(parts().references.get());
        return json.has(JOB)
                ? new JobEntry(valid(reader.job(json.path(JOB))), Source.API)
                : new WorkflowEntry(valid(reader.workflow(json.path(WORKFLOW))), Source.API);
    }

    private static <S> S valid(Checked<S> checked) {
        if (checked instanceof Checked.Valid<S> valid) {
            return valid.value();
        }
        throw new IllegalArgumentException(checked.problems().get(0).toString());
    }

    private Entry remember(Entry entry) {
        synchronized (latest) {
            latest.put(entry.name(), entry);
        }
        return entry;
    }

    private @Nullable Entry remembered(String name) {
        synchronized (latest) {
            return latest.get(name);
        }
    }

    private Parts parts() {
        return Objects.requireNonNull(parts, "the engine comes first");
    }
}
