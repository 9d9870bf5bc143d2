package dev.baton.server.spec;

import dev.baton.server.kind.Kinds;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The keys of a job. */
final class JobKeys {

    static final Key<Map<String, Object>> PARAMETERS = Key.of(
                    "parameters", Types.VALUES, "Parameters and their defaults; a trigger may give others.")
            .otherwise(Map.of());
    static final Key<List<String>> NOTIFY = Key.of(
                    "notify", Types.oneOrMore(Types.NAME), "The notifications to send about it.")
            .otherwise(List.of());

    static final Section SECTION =
            new Section("[[jobs]]", "A named piece of work with a schedule and policies of its own.", keys());

    private JobKeys() {}

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(AboutKeys.ALL);
        keys.addAll(TimingKeys.ALL);
        keys.addAll(Kinds.KEYS);
        keys.addAll(PolicyKeys.ALL);
        keys.addAll(List.of(PARAMETERS, NOTIFY));
        return keys;
    }

    static JobSpec read(Table table) {
        PolicySpec policy = PolicyKeys.read(table);
        return new JobSpec(
                table.require(AboutKeys.ID, AboutKeys.NAMELESS),
                AboutKeys.read(table),
                TimingKeys.read(table),
                Kinds.read(table, policy.limits().attempt()),
                policy,
                table.get(PARAMETERS),
                table.get(NOTIFY));
    }

    static ObjectNode write(JobSpec job) {
        Out out = new Out();
        AboutKeys.write(job.name(), job.about(), out);
        TimingKeys.write(job.timing(), out);
        Kinds.write(job.work(), out);
        PolicyKeys.write(job.policy(), out);
        return out.put(PARAMETERS, job.parameters())
                .put(NOTIFY, job.notifications())
                .json();
    }
}
