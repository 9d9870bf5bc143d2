package dev.baton.worker;

import dev.baton.worker.Dispatch.ResultsPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches the results that reducers combine from the server, page by page. Safe from any thread. */
final class ResultPages {

    private static final Logger log = LoggerFactory.getLogger(ResultPages.class);

    private final Link link;

    ResultPages(Link link) {
        this.link = link;
    }

    /**
     * Writes all results. A page that cannot be fetched now is fetched later.
     *
     * @throws InterruptedException when the run must stop, or its lease is lost
     */
    void write(ActiveRun run, OutputStream to) throws IOException, InterruptedException {
        Backoff backoff = new Backoff();
        @Nullable Integer next = 0;
        while (next != null) {
            int from = next;
            try {
                ResultsPage page = link.ask(worker -> link.dispatch().results(worker, run.lease(), from));
                to.write(page.lines().getBytes(StandardCharsets.UTF_8));
                next = page.next();
                backoff.reset();
            } catch (LeaseLostException e) {
                run.stop(ActiveRun.Stop.LOST);
                throw new InterruptedException("the lease is lost");
            } catch (DispatchUnavailableException e) {
                log.debug("The results for run {} wait: {}", run.id(), e.getMessage());
                backoff.pause();
            }
        }
    }
}
