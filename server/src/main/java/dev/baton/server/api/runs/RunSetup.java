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
@Doc("The part of the current definition that configures a run; secrets are masked.")
record RunSetup(
        @Doc("The kind of work.") String kind,

        @Doc("The environment variables that the definition sets, by name, without those of the host.")
        Map<String, String> environment,

        @Doc("The address of a request.") @Nullable String url,
        @Doc("The method of a request.") @Nullable String method) {

    private static final String REDUCER = "/" + Fanout.REDUCER;

    /**
     * The configuration of a job's run; null if the job is no longer defined.
     *
     * @param role the role of the run in a fan-out; null for none
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
