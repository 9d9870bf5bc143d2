package dev.baton.server.spec;

import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.document.Copies;
import java.util.List;
import java.util.Map;

/**
 * A job as a file or a request describes it.
 *
 * @param name its name, which files call {@code id}
 * @param about its title, description and tags
 * @param timing its time settings
 * @param work its work
 * @param policy its policy
 * @param parameters its parameters and their defaults
 * @param notifications the notifications it sends
 */
public record JobSpec(
        String name,
        About about,
        TimingSpec timing,
        WorkSpec work,
        PolicySpec policy,
        Map<String, Object> parameters,
        List<String> notifications)
        implements DefinitionSpec {

    /** Copies the mutable arguments. */
    public JobSpec {
        parameters = Copies.map(parameters);
        notifications = List.copyOf(notifications);
    }
}
