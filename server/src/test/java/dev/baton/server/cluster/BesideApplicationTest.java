package dev.baton.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Step;
import dev.baton.Workflow;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server on the database of a Java application shows and steers what the application runs, and runs none of it. */
class BesideApplicationTest {

    private record Receipt(String customer) {}

    @Test
    void the_server_shows_and_cancels_the_executions_of_the_application(@TempDir Path directory) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Workflow order = Workflow.define("order", w -> {
            Step<Receipt> charge = w.call("charge", context -> new Receipt("Ada"));
            w.run("ship", context -> {}).after(charge);
        });
        try (Cluster cluster = new Cluster(directory)) {
            Cluster.Member server = cluster.server("server", "");
            Baton application = cluster.application(baton -> baton.add(order)
                    .add(Job.named("slow").run(context -> {
                        started.countDown();
                        new CountDownLatch(1).await();
                    })));

            Execution ordered = application.trigger(order).await(Cluster.PATIENCE);
            assertThat(ordered.status()).isEqualTo(ExecutionStatus.SUCCESS);
            JsonNode shown = server.get("/executions/" + ordered.id());
            assertThat(shown.path("status").asString()).isEqualTo("success");
            assertThat(shown.path("name").asString()).isEqualTo("order");
            JsonNode charge = server.get("/runs/" + ordered.run("charge").id());
            assertThat(charge.path("output").path("customer").asString()).isEqualTo("Ada");
            assertThat(server.get("/executions").path("items").size()).isEqualTo(1);
            assertThat(server.get("/executions/" + ordered.id() + "/graph")
                            .path("nodes")
                            .size())
                    .isEqualTo(2);

            Execution slow = application.trigger("slow");
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            server.awaitStatus(slow.id().toString(), "running");
            server.send("POST", "/executions/" + slow.id() + "/cancel", "{}", 200);
            assertThat(slow.await(Cluster.PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
        }
    }
}
