package dev.baton.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.worker.BatonWorker;
import dev.baton.worker.Worker;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The Java of the guide's page on workers, compiled; the server's own tests run workers. */
class WorkersGuideTest {

    private static String resize(String file) {
        return file + "-small";
    }

    static Worker start(String token) {
        Worker worker = BatonWorker.connect(URI.create("https://baton.example.com"), token)
                .name("images-1")
                .queues("images")
                .labels("gpu")
                .capacity(8)
                .handler("resize", context -> {
                    String file = context.parameter("file", String.class).orElseThrow();
                    context.progress(0.1, "reading");
                    return resize(file);
                })
                .start();
        return worker;
    }

    @Test
    void a_worker_executes_at_least_one_run_at_a_time() {
        BatonWorker worker = BatonWorker.connect(URI.create("https://baton.example.com"), "token");
        assertThatThrownBy(() -> worker.capacity(0)).hasMessageContaining("at least 1");
    }
}
