package dev.baton.worker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step that a run adds to its execution, after itself. Immutable: each call returns another.
 *
 * <pre>{@code
 * context.extend(List.of(
 *         NewStep.of("clean-a", "clean").param("file", "a.csv"),
 *         NewStep.of("report", "report").after("clean-a:success|skipped")));
 * }</pre>
 *
 * @param id its name, which nothing else in the execution has
 * @param job the job that it runs
 * @param after the new steps that it runs after, each with what is asked of its end, as in {@code clean-a:failure}; none
 *     for one that runs after the step that adds it
 * @param join {@code all}, the default, or {@code any}
 * @param atLeast how many of its parents must have ended as asked, in place of {@code join}
 * @param allowFailure whether its failure leaves the execution's status alone
 * @param params what it is given, over all else that it sees
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

    /** Runs after this one too. */
    public NewStep after(String parent) {
        List<String> all = new ArrayList<>(after);
        all.add(parent);
        return new NewStep(id, job, all, join, atLeast, allowFailure, params);
    }

    /** Says whether {@code all} its parents must have ended as asked, or {@code any}. */
    public NewStep join(String allOrAny) {
        return new NewStep(id, job, after, allOrAny, null, allowFailure, params);
    }

    /** Says how many of its parents must have ended as asked. */
    public NewStep atLeast(int count) {
        return new NewStep(id, job, after, null, count, allowFailure, params);
    }

    /** Lets it fail without failing the execution. */
    public NewStep allowingFailure() {
        return new NewStep(id, job, after, join, atLeast, true, params);
    }

    /** Gives it a value under a name. */
    public NewStep param(String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put(name, value);
        return new NewStep(id, job, after, join, atLeast, allowFailure, all);
    }
}
