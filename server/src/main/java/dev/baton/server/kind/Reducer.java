package dev.baton.server.kind;

import dev.baton.Fanout;
import dev.baton.policy.Retry;
import dev.baton.server.dispatch.Task;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Tables;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reducer of a fan-out, which runs after all items.
 *
 * @param work its work
 * @param runOn when it runs
 * @param retry when a failed attempt is retried
 */
public record Reducer(CommandWork work, Fanout.RunOn runOn, Retry retry) {

    private static final Key<Fanout.RunOn> RUN_ON = Key.of(
                    "run_on", Types.choice(Fanout.RunOn.class, '_'), "When the reducer runs.")
            .otherwise(Fanout.RunOn.SUCCESS);

    private static final Section SECTION =
            new Section("[jobs.reducer]", "The reducer of a fan-out, which runs after all items.", keys());

    static final Key<Table> REDUCER =
            Key.of("reducer", Tables.one(SECTION), "The reducer, which runs after all items.");

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(CommandKinds.REDUCER_KIND, CommandKinds.COMMAND));
        keys.addAll(CommandKinds.BESIDE);
        keys.add(RUN_ON);
        keys.addAll(RetryKeys.ALL);
        return keys;
    }

    static @Nullable Reducer read(Table fanout, @Nullable Duration attempt) {
        Table table = fanout.find(REDUCER);
        return table == null
                ? null
                : new Reducer(
                        CommandReader.read(table, null, table.find(CommandKinds.REDUCER_KIND), attempt),
                        table.get(RUN_ON),
                        RetryKeys.read(table));
    }

    void write(Out fanout) {
        Out out = new Out();
        work.write(out);
        out.put(RUN_ON, runOn);
        RetryKeys.write(retry, out);
        fanout.set(REDUCER, out.json());
    }

    Fanout after(Fanout fanout, Setting setting) {
        Task task = setting.task(work);
        return fanout.reduce(
                runOn,
                task,
                usual -> setting.below(usual, task, retry, setting.policy().limits()));
    }
}
