package dev.baton.server.api.definitions;

import dev.baton.error.BatonException;
import dev.baton.error.StoreFailedException;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.security.Actor;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.DocumentTooLargeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The endpoint that defines all jobs and workflows of a text at once, or none of them. */
final class ApplyEndpoint {

    private final DefinitionServices services;
    private final ApiDefiner definer;
    private final Catalog catalog;

    ApplyEndpoint(DefinitionServices services, ApiDefiner definer) {
        this.services = services;
        this.definer = definer;
        this.catalog = services.all().catalog();
    }

    /** The request: the definitions to apply. */
    @Doc("Jobs and workflows to define together.")
    public record ApplyRequest(
            @Doc("The jobs and workflows in TOML, as in a configuration file, and nothing else.")
            String toml,

            @Doc("Whether to report the changes without making them.") @Nullable Boolean dryRun,

            @Doc("Whether to remove definitions made through the API that are not in the text.") @Nullable Boolean prune) {}

    /** The answer: the change of each definition. */
    @Doc("The changes, made or planned.")
    public record ApplyView(
            @Doc("Whether nothing was changed.") boolean dryRun,

            @Doc("One entry for each job and workflow of the text, and for each that is removed.")
            List<ChangeView> changes) {}

    /** The change of one definition. */
    enum Action {
        /** The definition is new. */
        CREATE,
        /** The definition differs from the current one. */
        CHANGE,
        /** The definition equals the current one. */
        KEEP,
        /** The definition is not in the text. */
        REMOVE
    }

    /** A change. */
    @Doc("The change of a job or workflow.")
    public record ChangeView(
            @Doc("The change.") Action action,
            @Doc("Whether it is a workflow.") boolean workflow,
            @Doc("Its name.") String name,

            @Doc("The definition before; missing if it is new.") @Nullable JsonNode before,

            @Doc("The definition after; missing if it is removed.") @Nullable JsonNode after) {}

    private record Change(
            Action action, @Nullable Entry before, @Nullable Entry after) {

        ChangeView view() {
            Entry one = after != null ? after : before;
            if (one == null) {
                throw new IllegalStateException("a change of nothing");
            }
            return new ChangeView(
                    action,
                    one instanceof WorkflowEntry,
                    one.name(),
                    before == null ? null : DefinitionType.write(before),
                    after == null ? null : DefinitionType.write(after));
        }
    }

    Endpoint endpoint() {
        return Endpoint.post("/api/v1/apply", Access.ADMIN, this::apply)
                .operation("definitions.apply")
                .about(
                        "Define many jobs and workflows at once",
                        "Applies all of them or none: an invalid text changes nothing. Reports the change of each definition."
                                + " 409 if the configuration file has a definition with the same name.")
                .takes(ApplyRequest.class)
                .gives(ApplyView.class);
    }

    private Response apply(Request request) {
        ApplyRequest wanted = request.body(ApplyRequest.class);
        boolean dryRun = Boolean.TRUE.equals(wanted.dryRun());
        List<Change> changes = services.heavy().inTurn(request.actor(), "checks of definitions", () -> changes(wanted));
        if (!dryRun) {
            change(changes, request.actor());
        }
        request.audit("dry_run", dryRun);
        request.audit(
                "changed",
                changes.stream()
                        .filter(change -> change.action != Action.KEEP)
                        .map(change -> change.view().name())
                        .toList());
        return Response.json(
                new ApplyView(dryRun, changes.stream().map(Change::view).toList()));
    }

    private void change(List<Change> changes, Actor actor) {
        List<Entry> made = new ArrayList<>();
        List<Entry> removed = new ArrayList<>();
        for (Change change : changes) {
            if (change.after != null && change.action != Action.KEEP) {
                made.add(change.after);
            } else if (change.after == null && change.before != null) {
                removed.add(change.before);
            }
        }
        if (!made.isEmpty() || !removed.isEmpty()) {
            definer.apply(made, removed, actor);
        }
    }

    private List<Change> changes(ApplyRequest wanted) {
        definer.refresh();
        boolean prune = Boolean.TRUE.equals(wanted.prune());
        List<Change> changes = new ArrayList<>();
        List<Entry> entries = read(wanted.toml(), prune);
        for (Entry entry : entries) {
            Entry old = catalog.find(entry.name()).orElse(null);
            if (old != null) {
                ApiDefiner.requireOwn(old);
                ApiDefiner.requireSame(entry instanceof JobEntry ? DefinitionType.JOB : DefinitionType.WORKFLOW, old);
            }
            check(entry);
            Action action = old == null ? Action.CREATE : old.equals(entry) ? Action.KEEP : Action.CHANGE;
            changes.add(new Change(action, old, entry));
        }
        if (prune) {
            Set<String> kept = entries.stream().map(Entry::name).collect(Collectors.toSet());
            own().stream()
                    .filter(entry -> !kept.contains(entry.name()))
                    .forEach(entry -> changes.add(new Change(Action.REMOVE, entry, null)));
        }
        return changes;
    }

    private List<Entry> own() {
        return catalog.all().stream()
                .filter(entry -> entry.source() == Source.API && !definer.isAdhoc(entry.name()))
                .toList();
    }

    private List<Entry> read(String toml, boolean prune) {
        Set<String> names = definer.names();
        if (prune) {
            // Definitions may not refer to ones that are about to be removed; all others are in the text.
            own().forEach(entry ->
                    names.removeIf(name -> name.equals(entry.name()) || name.startsWith(entry.name() + "/")));
        }
        try {
            SpecReader reader =
                    new SpecReader(services.named().get().references(names).overApi());
            Checked<Definitions> checked = reader.definitions("toml", toml);
            if (!checked.problems().isEmpty()) {
                throw DefinitionType.invalid(checked);
            }
            List<Entry> entries = new ArrayList<>();
            checked.orThrow().jobs().forEach(job -> entries.add(new JobEntry(job, Source.API)));
            checked.orThrow().workflows().forEach(workflow -> entries.add(new WorkflowEntry(workflow, Source.API)));
            return entries;
        } catch (DocumentTooLargeException e) {
            throw ProblemException.tooMuch(String.valueOf(e.getMessage()));
        }
    }

    private void check(Entry entry) {
        try {
            catalog.check(entry);
        } catch (StoreFailedException e) {
            throw e;
        } catch (BatonException | IllegalArgumentException e) {
            throw ProblemException.badRequest("\"" + entry.name() + "\": " + e.getMessage());
        }
    }
}
