package dev.baton.server.api.definitions;

import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Effect;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Problem.Mistake;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import dev.baton.server.simulate.Assumption;
import dev.baton.server.simulate.Simulation;
import dev.baton.server.simulate.SimulationLimits;
import dev.baton.server.simulate.SimulationTooLargeException;
import dev.baton.server.simulate.Simulator;
import dev.baton.server.simulate.StartedAt;
import dev.baton.server.simulate.Subject;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.DocumentTooLargeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The endpoint for simulations. */
final class SimulateEndpoints {

    private static final String WHAT = "simulations";

    private final LiveSubject live;
    private final DefinitionServices services;
    private final SimulationLimits limits = SimulationLimits.ofThisProcess();

    SimulateEndpoints(DefinitionServices services) {
        this.live = new LiveSubject(services);
        this.services = services;
    }

    /** The request of a simulation. */
    @Doc("A simulation of the server's definitions, or of a file, over a range of time.")
    public record SimulateRequest(
            @Doc("The beginning of the range, inclusive.") Instant from,

            @Doc("The end of the range, exclusive. Executions that started before are simulated to their end.")
            Instant to,

            @Doc("The assumptions; without one, runs succeed and take their usual time.") @Nullable List<Assumption> assume,

            @Doc("Only these jobs and workflows; all if missing.") @Nullable List<String> only,

            @Doc("Jobs and workflows to start once, at the beginning of the range, instead of by their schedules.")
            @Nullable List<String> start,

            @Doc("A configuration file in TOML, to simulate instead of the server's definitions.") @Nullable String toml) {}

    List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/api/v1/simulate", Access.VIEWER, this::simulate)
                .about(
                        "Simulate",
                        "Simulates the engine on a virtual clock, with assumed outcomes. Runs nothing."
                                + " Assumes that conditions (when) are true and that there is a worker for every run. 422 if"
                                + " it would cost too much: the limits depend on the server's memory. Few simulations run at a"
                                + " time, in turns by client: 429 if too many wait.")
                .operation("simulate")
                .effect(Effect.NONE)
                .takes(SimulateRequest.class)
                .gives(Simulation.class));
    }

    private Response simulate(Request request) {
        SimulateRequest wanted = request.body(SimulateRequest.class);
        return services.heavy().inTurn(request.actor(), WHAT, () -> simulate(wanted));
    }

    private Response simulate(SimulateRequest wanted) {
        try {
            Subject subject = wanted.toml() == null ? live.subject() : subject(wanted.toml());
            Subject named = wanted.only() == null ? subject : subject.only(wanted.only());
            Subject chosen = wanted.start() == null ? named : StartedAt.of(named, wanted.start(), wanted.from());
            return Response.json(new Simulator(live::usual, limits)
                    .simulate(
                            chosen,
                            wanted.from(),
                            wanted.to(),
                            Objects.requireNonNullElse(wanted.assume(), List.of())));
        } catch (IllegalArgumentException e) {
            throw ProblemException.badRequest(String.valueOf(e.getMessage()));
        } catch (SimulationTooLargeException | DocumentTooLargeException e) {
            throw ProblemException.tooMuch(String.valueOf(e.getMessage()));
        }
    }

    private Subject subject(String toml) {
        Checked<Configuration> file = ConfigLoader.ofRequest(Set.of()).parse("toml", toml);
        if (!file.problems().isEmpty()) {
            throw ProblemException.badRequest(
                    file.problems().get(0).toString(),
                    file.problems().stream()
                            .limit(ValidateEndpoints.MOST_SHOWN)
                            .map(problem -> Mistake.in(problem.place(), problem.toString()))
                            .toList());
        }
        return Subject.of(file.orThrow(), services.zone());
    }
}
