package dev.baton.docs;

import dev.baton.worker.BatonWorker;
import dev.baton.worker.Handler;
import dev.baton.worker.HandlerContext;
import dev.baton.worker.Handlers;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The examples in the Javadoc of workers. {@link DocsTest} compares the two. */
@SuppressWarnings({"unused", "resource", "SystemOut"})
abstract class WorkerExamples {

    abstract Object resize(String file);

    void handlers() {
        Handler resize = context -> {
            String file = context.parameter("file", String.class).orElseThrow();
            return resize(file);
        };
    }

    Object contexts(HandlerContext context) {
        int rows = context.output("extract", Integer.class).orElse(0);
        if (rows == 0) {
            throw context.skip("there is nothing to load");
        }
        context.progress(0.5, rows + " rows");
        return rows;
    }

    void names() {
        Handlers handlers = Handlers.none().with("resize", context -> resize("a.png"));
        System.out.println(handlers.names()); // [resize]
    }

    void workers(URI server, String token) {
        Worker worker = BatonWorker.connect(server, token)
                .handler("resize", context -> resize("a.png"))
                .start();
        worker.close(Duration.ofSeconds(30)); // what has not ended by then goes back to the server
    }

    void options() {
        WorkerOptions options =
                WorkerOptions.named("images-1").withQueues(Set.of("images")).withCapacity(8);
    }

    Handler results() {
        Handler merge = context -> {
            AtomicInteger rows = new AtomicInteger();
            context.results(item -> rows.addAndGet(item.output() instanceof Integer count ? count : 0));
            return rows.get();
        };
        return merge;
    }
}
