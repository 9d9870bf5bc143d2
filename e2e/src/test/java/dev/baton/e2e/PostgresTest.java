package dev.baton.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A server on PostgreSQL is killed in the middle of a workflow, and another one goes on with it. All that the first knew is
 * in the database, and the second has never seen its directory.
 */
@Tag("ci")
final class PostgresTest {

    private static final String CONFIGURATION = """
            [storage]
            url = "@URL@"
            lease = "3s"

            [[jobs]]
            id = "hello"
            command = 'echo "hello from PostgreSQL"'

            [[workflows]]
            id = "crawl"
            [[workflows.steps]]
            id = "list"
            command = '''echo '["a","b","c","slow-1","slow-2","d"]' > "$BATON_OUTPUT"'''
            [[workflows.steps]]
            id = "visit"
            kind = "fanout"
            after = ["list"]
            items_from = "list"
            concurrency = 3
            retry = { attempts = 3 }
            command = '''
            echo "visiting $FANOUT_ITEM"
            echo "start $FANOUT_ITEM" >> "$BATON_PARAM_FILE"
            case "$FANOUT_ITEM" in slow-*) while [ -e "$BATON_PARAM_HOLD" ]; do sleep 0.1; done ;; esac
            '''
            [[workflows.steps]]
            id = "publish"
            after = ["visit"]
            command = 'echo "start publish" >> "$BATON_PARAM_FILE"'
            """;

    private static EmbeddedPostgres postgres;
    private static ServerProcess first;
    private static ServerProcess second;
    private static Notes notes;
    private static String viewer;
    private static String hello;
    private static String crawl;
    private static String submitted;
    private static String logBefore;
    private static String visited;

    @BeforeAll
    static void kill_one_in_the_middle_and_start_another() throws IOException {
        postgres = EmbeddedPostgres.builder()
                // Off by default, to be fast: here what was committed must be there.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        String configuration = CONFIGURATION.replace("@URL@", postgres.getJdbcUrl("postgres", "postgres"));
        first = ServerProcess.start("postgres-first", configuration);
        notes = Notes.in(first.directory(), "visits.txt");
        Operator operator = Operator.of(first);
        viewer = first.api().newToken("viewer");
        hello = operator.startJob("hello", Map.of());
        assertThat(operator.ended(hello)).isEqualTo("success");

        Path hold = first.directory().resolve("hold");
        Notes.write(hold, "");
        crawl = operator.startWorkflow("crawl", notes.parameters("hold", hold.toString()));
        submitted = submit(operator, hold);
        await("four visits that ended, and two that go on")
                .atMost(Duration.ofSeconds(60))
                .until(() -> visits(operator, "success") == 4 && visits(operator, "running") == 2);
        JsonNode done = operator.children(operator.run(crawl, "visit")).stream()
                .filter(child -> Operator.text(child, "item").contains("a"))
                .findFirst()
                .orElseThrow();
        visited = Operator.text(done, "id");
        await("the log of a visit")
                .atMost(Duration.ofSeconds(60))
                .until(() -> log(operator, visited).contains("visiting a"));
        logBefore = log(operator, visited);
        await("the middle of what was submitted")
                .atMost(Duration.ofSeconds(60))
                .until(() -> notes.lines().contains("start submitted-slow"));

        first.kill();
        second = ServerProcess.start("postgres-second", configuration);
        Files.delete(hold);
    }

    /** A workflow that no server has in its file. */
    private static String submit(Operator operator, Path hold) {
        String note = "echo \"start submitted-%s\" >> '" + notes.file() + "'";
        Map<String, Object> fanout = Map.of(
                "id",
                "each",
                "kind",
                "fanout",
                "items",
                List.of("quick", "slow"),
                "retry",
                Map.of("attempts", 3),
                "command",
                note.formatted("$FANOUT_ITEM") + "; if [ $FANOUT_ITEM = slow ]; then while [ -e '" + hold
                        + "' ]; do sleep 0.1; done; fi");
        Map<String, Object> last = Map.of("id", "last", "after", List.of("each"), "command", note.formatted("last"));
        return Operator.text(
                operator.api()
                        .post("/executions", Map.of("workflow", Map.of("steps", List.of(fanout, last))))
                        .expect(201),
                "execution_id");
    }

    @AfterAll
    static void close() throws IOException {
        first.close();
        if (second != null) {
            second.close();
        }
        postgres.close();
    }

    private static long visits(Operator operator, String status) {
        if (!operator.steps(crawl).containsKey("visit")) {
            return 0;
        }
        return operator.children(operator.run(crawl, "visit")).stream()
                .filter(child -> Operator.text(child, "status").equals(status))
                .count();
    }

    private static String log(Operator operator, String run) {
        return operator.api().get("/runs/" + run + "/log").body();
    }

    /** Of the second server, with a token that the first one made. */
    private static Operator viewer() {
        return new Operator(new Api(second.address(), viewer));
    }

    @Test
    void the_workflow_goes_on_and_ends() {
        assertThat(viewer().ended(crawl)).isEqualTo("success");
        assertThat(viewer().steps(crawl))
                .containsAllEntriesOf(Map.of("list", "success", "visit", "success", "publish", "success"));
    }

    @Test
    void what_was_done_is_not_done_again_and_what_ran_is() {
        viewer().ended(crawl);

        assertThat(notes.counts("start"))
                .containsAllEntriesOf(
                        Map.of("a", 1L, "b", 1L, "c", 1L, "d", 1L, "slow-1", 2L, "slow-2", 2L, "publish", 1L));
    }

    @Test
    void a_workflow_that_was_only_submitted_goes_on_and_runs_again_with_the_definition_it_brought() {
        Operator admin = new Operator(new Api(second.address(), first.token()));
        assertThat(admin.ended(submitted)).isEqualTo("success");
        assertThat(admin.steps(submitted)).isEqualTo(Map.of("each", "success", "last", "success"));

        JsonNode again = admin.api().post("/executions/" + submitted + "/rerun").expect(201);
        assertThat(admin.ended(Operator.text(again, "id"))).isEqualTo("success");

        assertThat(notes.counts("start"))
                .containsAllEntriesOf(Map.of("submitted-quick", 2L, "submitted-slow", 3L, "submitted-last", 2L));
        String name = Operator.text(admin.execution(submitted), "name");
        assertThat(admin.all("/workflows"))
                .noneMatch(workflow -> Operator.text(workflow, "name").equals(name));
        assertThat(admin.all("/workflows?adhoc=true"))
                .anyMatch(workflow -> Operator.text(workflow, "name").equals(name));
        assertThat(admin.api().get("/workflows/" + name).status()).isEqualTo(200);
    }

    @Test
    void what_had_ended_is_still_known() {
        assertThat(Operator.text(viewer().execution(hello), "status")).isEqualTo("success");
        assertThat(viewer().all("/executions?name=hello"))
                .extracting(execution -> Operator.text(execution, "id"))
                .containsExactly(hello);
    }

    @Test
    void what_was_printed_can_still_be_read() {
        assertThat(log(viewer(), visited)).isEqualTo(logBefore);
        assertThat(log(viewer(), viewer().run(hello, "hello"))).contains("hello from PostgreSQL");
    }

    @Test
    void a_token_still_opens_what_it_opened_and_nothing_else() {
        assertThat(viewer().api().get("/jobs").status()).isEqualTo(200);
        assertThat(viewer().api().post("/jobs/hello/trigger").status()).isEqualTo(403);
        assertThat(new Api(second.address(), first.token()).get("/tokens").status())
                .isEqualTo(200);
    }
}
