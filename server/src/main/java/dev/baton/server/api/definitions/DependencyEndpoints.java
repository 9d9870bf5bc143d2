package dev.baton.server.api.definitions;

import dev.baton.Condition;
import dev.baton.Dependencies;
import dev.baton.Dependency;
import dev.baton.error.CyclicDependencyException;
import dev.baton.error.NoSuchJobException;
import dev.baton.server.http.Doc;
import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.security.Access;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The endpoints for dependencies between jobs. */
final class DependencyEndpoints {

    private static final String PATH = "/api/v1/jobs/{name}/dependencies";
    private static final String NAME = "name";
    private static final Parameter<String> PARENT = Parameter.name("parent", "The job it depends on.");
    private static final Parameter<Condition> CONDITION = Parameter.oneOf(
                    "condition", Condition.class, "Remove only this condition; the whole dependency if missing.")
            .repeated();

    private final DefinitionServices services;
    private final ApiDefiner definer;

    DependencyEndpoints(DefinitionServices services, ApiDefiner definer) {
        this.services = services;
        this.definer = definer;
    }

    /** A dependency to add. */
    @Doc("A dependency to add.")
    public record NewDependency(
            @Doc("The parent job.") String parent,

            @Doc("The ends of the parent that satisfy the dependency; success if missing.") @Nullable List<Condition> conditions) {

        Set<Condition> asked() {
            return conditions == null || conditions.isEmpty()
                    ? EnumSet.of(Condition.SUCCESS)
                    : EnumSet.copyOf(conditions);
        }
    }

    /** A dependency as the API shows it. */
    @Doc("A dependency between two jobs.")
    public record DependencyView(
            @Doc("The parent job.") String parent,
            @Doc("The job that depends on it.") String child,

            @Doc("The ends of the parent that satisfy the dependency.")
            List<Condition> conditions) {

        static DependencyView of(Dependency dependency) {
            List<Condition> conditions = Arrays.stream(Condition.values())
                    .filter(dependency.conditions()::contains)
                    .toList();
            return new DependencyView(dependency.parent(), dependency.child(), conditions);
        }
    }

    /** The dependencies of a job. */
    @Doc("The dependencies of a job.")
    public record DependenciesView(
            @Doc("The dependencies of the job as a child and as a parent.")
            List<DependencyView> dependencies,

            @Doc("The names of its parents.") List<DependencyView> parents,
            @Doc("The names of its children.") List<DependencyView> children) {}

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(PATH, Access.VIEWER, this::list)
                        .about("List the dependencies of a job", "Dependencies as a child come first.")
                        .gives(DependenciesView.class),
                Endpoint.post(PATH, Access.ADMIN, this::add)
                        .about(
                                "Let a job run after another",
                                "Applies to executions that start from now on. An existing dependency gets"
                                        + " these conditions in addition.")
                        .operation("jobs.dependencies.add")
                        .takes(NewDependency.class)
                        .gives(201, DependenciesView.class),
                Endpoint.delete(PATH, Access.ADMIN, this::remove)
                        .about("Remove a dependency of a job", "Has no effect if there is none.")
                        .query(PARENT, CONDITION));
    }

    private Response list(Request request) {
        return Response.json(view(name(request)));
    }

    private Response add(Request request) {
        String child = name(request);
        NewDependency wanted = request.body(NewDependency.class);
        request.audit("parent", wanted.parent());
        request.audit("conditions", wanted.asked());
        try {
            definer.addDependency(wanted.parent(), child, wanted.asked(), request.actor());
        } catch (NoSuchJobException e) {
            throw ProblemException.badField("/parent", String.valueOf(e.getMessage()));
        } catch (CyclicDependencyException e) {
            throw ProblemException.badRequest(String.valueOf(e.getMessage()));
        }
        return Response.json(view(child)).status(201);
    }

    private Response remove(Request request) {
        String child = name(request);
        String parent =
                request.query(PARENT).orElseThrow(() -> ProblemException.badParameter(PARENT.name(), "it is missing"));
        Set<Condition> conditions = EnumSet.noneOf(Condition.class);
        conditions.addAll(request.queryAll(CONDITION));
        request.audit("parent", parent);
        request.audit("conditions", conditions);
        definer.removeDependency(parent, child, conditions, request.actor());
        return Response.noContent();
    }

    private String name(Request request) {
        return DefinitionEndpoints.find(services.all().catalog(), DefinitionType.JOB, request.name(NAME))
                .name();
    }

    private DependenciesView view(String job) {
        Dependencies all = services.all().baton().dependencies(job);
        return new DependenciesView(views(all), views(all.parents()), views(all.children()));
    }

    private static List<DependencyView> views(List<Dependency> dependencies) {
        return dependencies.stream().map(DependencyView::of).toList();
    }
}
