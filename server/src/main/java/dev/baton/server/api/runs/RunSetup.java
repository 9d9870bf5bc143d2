package dev.baton.server.api.runs;

import dev.baton.Fanout;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.http.Doc;
import dev.baton.server.kind.CommandWork;
import dev.baton.server.kind.WorkSpec;
import dev.baton.worker.Command;
import dev.baton.worker.log.Masker;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part of a definition that configures a run. */
@Doc("What a run is given by its definition, as it is now; secrets are masked.")
record RunSetup(
        @Doc("The kind of what is executed.") String kind,

        @Doc("The variables of the environment that the definition sets, by name; those of the host are not shown.")
        Map<String, String> environment,

        @Doc("Where a request goes.") @Nullable String url,
        @Doc("The method of a request.") @Nullable String method) {

    private static final String REDUCER = "/" + Fanout.REDUCER;

    /**
     * What a job is given; null when it is not defined any more.
     *
     * @param role what the run is to a fan-out; null for nothing
     */
    static @Nullable RunSetup of(Catalog catalog, String job, @Nullable RunRole role) {
        boolean isReducer = role == RunRole.REDUCER;
        String defined = isReducer ? job.substring(0, job.length() - REDUCER.length()) : job;
        WorkSpec work = catalog.work(defined).orElse(null);
        if (work == null) {
            return null;
        }
        Masker masker = Masker.of(catalog.secrets());
        Map<String, String> environment = new TreeMap<>();
        catalog.environment(defined).forEach((name, value) -> environment.put(name, masker.mask(value)));
        Optional<CommandWork> command = isReducer ? work.needsOfReducer() : work.needsOfWorkers();
        Optional<Command.Http> request = command.flatMap(CommandWork::request);
        return new RunSetup(
                role == null ? work.kind() : command.map(WorkSpec::kind).orElse(work.kind()),
                environment,
                request.map(http -> masker.mask(http.url())).orElse(null),
                request.map(Command.Http::method).orElse(null));
    }
}
