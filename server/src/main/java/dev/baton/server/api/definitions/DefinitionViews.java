package dev.baton.server.api.definitions;

import dev.baton.Registered;
import dev.baton.Timing;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import dev.baton.server.api.Begun;
import dev.baton.server.api.definitions.DefinitionView.DefinitionDetail;
import dev.baton.server.api.definitions.DefinitionView.LastExecution;
import dev.baton.server.api.definitions.DefinitionView.PauseView;
import dev.baton.server.api.definitions.DefinitionView.ScheduleView;
import dev.baton.server.api.definitions.DefinitionView.WindowDependency;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.store.ApiDefinitions.Definition;
import dev.baton.server.window.WindowBadges;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Time;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates the views of jobs and workflows. */
public final class DefinitionViews {

    private static final int NEXT_FIRES = 5;

    private final DefinitionServices services;
    private final WindowBadges badges;

    /** Creates the endpoints. */
    public DefinitionViews(DefinitionServices services) {
        this.services = services;
        this.badges = new WindowBadges(services.windows());
    }

    /** The entries of definitions in a list; their newest executions are read in one query. */
    public Function<Entry, DefinitionView> of(List<Entry> entries) {
        Map<String, List<ExecutionRecord>> newest = services.all()
                .history()
                .recent(entries.stream().map(Entry::name).collect(Collectors.toSet()), 1);
        return entry -> view(entry, newest.getOrDefault(entry.name(), List.of()));
    }

    private DefinitionView view(Entry entry, List<ExecutionRecord> newest) {
        Optional<Registered> registered = services.all().baton().find(entry.name());
        return new DefinitionView(
                entry.name(),
                entry.spec().about().title(),
                entry.spec().about().description(),
                entry.spec().about().tags(),
                kind(entry),
                entry instanceof WorkflowEntry workflow
                        ? workflow.spec().steps().size()
                        : null,
                schedule(entry, registered.flatMap(Registered::nextFire).orElse(null)),
                registered.map(Registered::isPaused).orElse(false),
                entry.source(),
                lastExecution(newest));
    }

    static @Nullable String kind(Entry entry) {
        return entry instanceof JobEntry job ? job.spec().work().kind() : null;
    }

    DefinitionDetail detail(Entry entry) {
        Optional<Definition> kept =
                entry.source() == Source.API ? services.all().kept().find(entry.name()) : Optional.empty();
        DefinitionView view = of(List.of(entry)).apply(entry);
        return new DefinitionDetail(
                view,
                DefinitionType.write(entry),
                kept.map(Definition::version).orElse(null),
                kept.map(Definition::changedBy).orElse(null),
                kept.map(Definition::changedAt).orElse(null),
                nextFires(entry.name()),
                window(entry),
                view.paused()
                        ? services.pauses()
                                .find(entry.name())
                                .map(PauseView::of)
                                .orElse(null)
                        : null,
                services.all().catalog().place(entry.name()).orElse(null));
    }

    private @Nullable List<WindowDependency> window(Entry entry) {
        Optional<WindowWork> window =
                entry instanceof JobEntry job ? job.spec().work().window() : Optional.empty();
        return window.map(work -> badges.of(entry.name(), work, services.clock().instant()).stream()
                        .map(WindowDependency::of)
                        .toList())
                .orElse(null);
    }

    private ScheduleView schedule(Entry entry, @Nullable Instant next) {
        TimingSpec.Clock clock = entry.timing().clock();
        ZoneId zone = clock.timezone() == null ? services.zone() : clock.timezone();
        Schedule schedule = schedule(entry, services.zone());
        return new ScheduleView(
                schedule.text(),
                Zones.named(clock.schedule() == null ? zone : schedule.zone()),
                schedule.describe(),
                next);
    }

    /** The schedule of a definition, in this zone if it names none. */
    static Schedule schedule(Entry entry, ZoneId usual) {
        TimingSpec.Clock clock = entry.timing().clock();
        return clock.schedule() == null
                ? Schedule.triggered()
                : Schedule.parse(
                        clock.schedule(),
                        ScheduleOptions.DEFAULT
                                .withZone(clock.timezone() == null ? usual : clock.timezone())
                                .withDayMatch(clock.dayMatch())
                                .withHashKey(entry.name()));
    }

    private List<Instant> nextFires(String name) {
        List<Instant> fires = new ArrayList<>();
        Optional<Instant> next = services.all().baton().find(name).flatMap(Registered::nextFire);
        Optional<Timing> timing = next.flatMap(fire -> services.all().catalog().timing(name));
        if (timing.isPresent()) {
            Schedule schedule = timing.get().spec().resolve(name, services.zone());
            while (next.isPresent() && fires.size() < NEXT_FIRES) {
                fires.add(next.get());
                next = timing.get().bounds().nextFire(schedule, next.get());
            }
        }
        return fires;
    }

    private @Nullable LastExecution lastExecution(List<ExecutionRecord> newest) {
        return newest.stream()
                .findFirst()
                .map(execution -> new LastExecution(
                        execution.id(),
                        execution.state().status(),
                        Begun.of(execution, services.all().baton()),
                        time(execution.state().ended())))
                .orElse(null);
    }

    private static @Nullable Instant time(long micros) {
        return micros == 0 ? null : Time.toInstant(micros);
    }
}
