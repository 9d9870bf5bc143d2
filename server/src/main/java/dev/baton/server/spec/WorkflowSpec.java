package dev.baton.server.spec;

import dev.baton.JobCall;
import dev.baton.OnFailure;
import dev.baton.policy.Overlap;
import dev.baton.server.spec.document.Copies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as a file or a request describes it.
 *
 * @param name its name, which files call {@code id}
 * @param about its title, description and tags
 * @param timing its time settings
 * @param policy its policy
 * @param parameters its parameters and their defaults
 * @param steps its steps, in the order of the file
 * @param notifications the notifications it sends
 */
public record WorkflowSpec(
        String name,
        About about,
        TimingSpec timing,
        Policy policy,
        Map<String, Object> parameters,
        List<StepSpec> steps,
        List<String> notifications)
        implements DefinitionSpec {

    /** Copies the mutable arguments. */
    public WorkflowSpec {
        parameters = Copies.map(parameters);
        steps = List.copyOf(steps);
        notifications = List.copyOf(notifications);
    }

    /**
     * The policy of a workflow.
     *
     * @param onFailure what a failed step does to the others
     * @param overlap how many executions may be active at once, and what Baton does with one more
     * @param timeout an execution is stopped when it takes longer; null for no limit
     * @param deadline a warning is given when an execution takes longer; null for none
     * @param onSuccess what is started when an execution has succeeded; null for nothing
     * @param onFailureJob what is started when an execution has ended otherwise; null for nothing
     */
    public record Policy(
            OnFailure onFailure,
            Overlap overlap,
            @Nullable Duration timeout,
            @Nullable Duration deadline,
            @Nullable JobCall onSuccess,
            @Nullable JobCall onFailureJob) {

        /** Failures cascade, no limits. */
        public static final Policy DEFAULT = new Policy(OnFailure.CASCADE, Overlap.allow(), null, null, null, null);
    }
}
