package dev.baton.worker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step that a run adds to its execution, downstream of itself. Immutable: each call returns a new step.
 *
 * <pre>{@code
 * context.extend(List.of(
 *         NewStep.of("clean-a", "clean").param("file", "a.csv"),
 *         NewStep.of("report", "report").after("clean-a:success|skipped")));
 * }</pre>
 *
 * @param id its name, unique in the execution
 * @param job the job that it runs
 * @param after the new steps that it runs after, each with its conditions, as in {@code clean-a:failure}; empty to run
 *     after the step that adds it
 * @param join {@code all}, the default, or {@code any}
 * @param atLeast how many of its dependencies must hold, in place of {@code join}
 * @param allowFailure whether its failure does not fail the execution
 * @param params its own parameters, which override all others
 */
public record NewStep(
        String id,
        String job,
        List<String> after,
        @Nullable String join,
        @Nullable Integer atLeast,
        @Nullable Boolean allowFailure,
        Map<String, Object> params) {

    /** A step that runs this job after the step that adds it. */
    public static NewStep of(String id, String job) {
        return new NewStep(id, job, List.of(), null, null, null, Map.of());
    }

    /** Adds a parent. */
    public NewStep after(String parent) {
        List<String> all = new ArrayList<>(after);
        all.add(parent);
        return new NewStep(id, job, all, join, atLeast, allowFailure, params);
    }

    /** Sets whether {@code all} of its dependencies must hold, or {@code any}. */
    public NewStep join(String allOrAny) {
        return new NewStep(id, job, after, allOrAny, null, allowFailure, params);
    }

    /** Sets how many of its dependencies must hold. */
    public NewStep atLeast(int count) {
        return new NewStep(id, job, after, null, count, allowFailure, params);
    }

    /** Keeps its failure from failing the execution. */
    public NewStep allowingFailure() {
        return new NewStep(id, job, after, join, atLeast, true, params);
    }

    /** Adds a parameter. */
    public NewStep param(String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put(name, value);
        return new NewStep(id, job, after, join, atLeast, allowFailure, all);
    }
}
