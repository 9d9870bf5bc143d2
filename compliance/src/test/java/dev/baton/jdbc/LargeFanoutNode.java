package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Fanout;
import dev.baton.Job;
import dev.baton.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A process that fans out over items whose outputs together are larger than its memory, and reduces them. Its arguments
 * are a file, the number of items, and the length of an output. It prints how many characters the reducer has read.
 */
final class LargeFanoutNode {

    private LargeFanoutNode() {}

    public static void main(String[] arguments) throws Exception {
        int items = Integer.parseInt(arguments[1]);
        int length = Integer.parseInt(arguments[2]);
        try (Baton baton = Baton.on(Stores.sqlite(Path.of(arguments[0])))) {
            baton.add(Job.named("large")
                    .fanout(Fanout.over(
                                    context -> IntStream.range(0, items).boxed().toList())
                            .concurrency(50)
                            .maxItems(items)
                            .each(context -> Integer.toString(context.attempt()).repeat(length))
                            .reduce(Fanout.RunOn.SUCCESS, context -> read(baton.execution(context.executionId())))));
            baton.start();
            Execution execution = baton.trigger("large").await(Duration.ofMinutes(10));
            if (execution.status() != ExecutionStatus.SUCCESS) {
                throw new IllegalStateException(execution.explain().text());
            }
            System.out.println(execution.run("large").output().orElseThrow());
        }
    }

    /** The characters of all outputs. */
    private static long read(Execution items) {
        long characters = 0;
        List<Run> page = items.runsFrom(0);
        while (!page.isEmpty()) {
            for (Run run : page) {
                characters +=
                        run.output().map(output -> output.toString().length()).orElse(0);
            }
            page = items.runsFrom(page.get(page.size() - 1).id().number() + 1);
        }
        return characters;
    }
}
