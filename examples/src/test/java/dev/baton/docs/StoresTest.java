package dev.baton.docs;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.RunStatus;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.error.NotPossibleException;
import dev.baton.jdbc.Dialect;
import dev.baton.jdbc.Enqueue;
import dev.baton.jdbc.Stores;
import dev.baton.policy.Retention;
import dev.baton.spi.Store;
import dev.baton.test.BatonTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java and the SQL of the pages about stores and clusters, run on a PostgreSQL and on files. */
@Timeout(180)
class StoresTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private static EmbeddedPostgres postgres;
    private static int schemas;

    private DataSource dataSource;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startPostgres() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stopPostgres() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void makeSchema() throws SQLException {
        String schema = "guide" + ++schemas;
        execute(postgres.getPostgresDatabase(), "CREATE SCHEMA " + schema);
        dataSource = postgres.getDatabase("postgres", "postgres", Map.of("currentSchema", schema));
        execute(dataSource, "CREATE TABLE customer_order (id integer PRIMARY KEY)");
        execute(dataSource, "CREATE TABLE payment (customer_order integer, amount numeric)");
    }

    private static void execute(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void one_line_differs() throws InterruptedException {
        Path path = folder.resolve("baton.db");
        Baton inMemory = Baton.inMemory();
        Baton inAFile = Baton.on(Stores.sqlite(path));
        Baton onACluster = Baton.on(Stores.postgres(dataSource));

        for (Baton baton : List.of(inMemory, inAFile, onACluster)) {
            baton.add(Job.named("hello").call(context -> "hello")).start();
            assertThat(baton.trigger("hello").await(LONG)).succeeded();
            baton.close();
        }
    }

    @Test
    void the_tables_can_be_made_by_hand() throws Exception {
        Path file = folder.resolve("baton.sql");
        Files.writeString(file, Stores.ddl(Dialect.POSTGRES));

        execute(dataSource, Files.readString(file));
        int versions = count("baton_schema");
        Baton.on(Stores.postgres(dataSource)).close();
        assertThat(count("baton_schema"))
                .as("versions, none of which was left to make")
                .isEqualTo(versions);
    }

    @Test
    void an_older_baton_refuses_a_newer_schema() throws Exception {
        Baton.on(Stores.postgres(dataSource)).close();
        execute(dataSource, "INSERT INTO baton_schema VALUES ('engine', 99)");
        assertThatThrownBy(() -> Baton.on(Stores.postgres(dataSource)))
                .hasMessageContaining("the schema is version 99, this Baton knows up to ");
    }

    private record Invoice(int number, BigDecimal total, LocalDate due) {}

    @Test
    void what_can_be_kept() throws InterruptedException {
        LocalDate due = LocalDate.of(2026, 12, 1);
        Job bill = Job.named("bill").call(context -> List.of(new Invoice(1, new BigDecimal("9.90"), due)));
        Job open = Job.named("open").call(context -> Stream.of(1, 2, 3));

        Path path = folder.resolve("baton.db");
        UUID id;
        try (Baton baton = Baton.on(Stores.sqlite(path))) {
            baton.add(bill).add(open).start();
            id = baton.trigger("bill").await(LONG).id();
            assertThat(baton.trigger("open").await(LONG).run("open").reason())
                    .endsWith("it belongs to this process; return a List or a record of what it gives");
            assertThatThrownBy(() -> baton.trigger("bill", Map.of("thread", Thread.currentThread())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.Thread cannot be kept");
        }
        try (Baton baton = Baton.on(Stores.sqlite(path))) {
            baton.add(bill);
            assertThat(baton.execution(id).run("bill").output())
                    .contains(List.of(new Invoice(1, new BigDecimal("9.90"), due)));
        }
    }

    @Test
    void an_execution_goes_on_over_the_graph_it_started_with() throws Exception {
        Path path = folder.resolve("baton.db");
        CountDownLatch running = new CountDownLatch(1);
        UUID id;
        UUID unknown;
        try (Baton baton = Baton.builder()
                .store(Stores.sqlite(path))
                .closeGrace(Duration.ZERO)
                .build()) {
            baton.add(Workflow.define("etl", w -> {
                Step<String> extract = w.call("extract", context -> "rows");
                Step<Void> check = w.run("check", context -> {
                            running.countDown();
                            context.sleep(Duration.ofHours(1));
                        })
                        .after(extract);
                w.run("compress", context -> {}).after(check);
                w.call("load", context -> context.output(extract)).after(check);
            }));
            baton.add(Job.named("retired").run(context -> {}));
            baton.start();
            id = baton.trigger("etl").id();
            running.await();
            baton.stop(Duration.ZERO);
            unknown = baton.trigger("retired").id();
        }
        try (Baton baton = Baton.on(Stores.sqlite(path))) {
            baton.add(Workflow.define("etl", w -> {
                Step<String> extract = w.call("extract", context -> "other rows");
                Step<Void> check = w.run("check", context -> {}).after(extract);
                w.call("load", context -> context.output(extract)).after(check);
                w.run("report", context -> {}).after(check);
            }));
            baton.start();
            Execution execution = baton.execution(id).await(LONG);
            assertThat(execution).succeeded().has("compress", RunStatus.SKIPPED, "removed");
            assertThat(execution.run("load").output()).contains("rows");
            assertThat(execution.run("check").attempt()).isEqualTo(1);
            assertThat(execution.runs()).hasSize(4);

            assertThat(baton.activeExecutions()).containsExactly(baton.execution(unknown));
            baton.execution(unknown).cancel();
            assertThat(baton.execution(unknown).await(LONG).status().isTerminal())
                    .isTrue();
        }
    }

    @Test
    void enqueueing_in_a_transaction() throws Exception {
        try (Baton baton = Baton.on(Stores.postgres(dataSource))) {
            baton.add(Job.named("ship").call(context -> context.parameter("order", Integer.class)));
            baton.start();
            UUID id;
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO customer_order VALUES (?)")) {
                    insert.setInt(1, 42);
                    insert.executeUpdate();
                }
                id = Enqueue.enqueue(connection, "ship", Map.of("order", 42), "ship-42");
                connection.commit();
            }
            assertThat(baton.execution(id).await(LONG).run("ship").output()).contains(42);
        }
    }

    @Test
    void what_a_body_writes_with_its_end() throws Exception {
        Job pay = Job.named("pay").run(context -> {
            Connection connection = Stores.connection(context);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO payment VALUES (?, ?)")) {
                insert.setInt(1, context.parameter("order", Integer.class));
                insert.setBigDecimal(2, context.parameter("amount", BigDecimal.class));
                insert.executeUpdate();
            }
        });
        try (Baton baton = Baton.on(Stores.postgres(dataSource))) {
            baton.add(pay).start();
            Map<String, Object> parameters = Map.of("order", 42, "amount", new BigDecimal("9.90"));
            assertThat(baton.trigger("pay", parameters).await(LONG)).succeeded();
            assertThat(baton.trigger("pay").await(LONG)).failed();
            assertThat(count("payment")).isEqualTo(1);
        }
        try (Baton baton = Baton.inMemory()) {
            baton.add(pay).start();
            Execution execution = baton.trigger("pay", Map.of("order", 42)).await(LONG);
            assertThat(execution.run("pay").error()).get().isInstanceOf(NotPossibleException.class);
        }
    }

    @Test
    void a_test_on_a_store() {
        Path path = folder.resolve("baton.db");
        BatonTest test = BatonTest.startingAt("2026-11-15T00:00:00Z", settings -> settings.store(Stores.sqlite(path)));
        test.add(Job.named("open").cron("@daily").call(context -> Stream.of(1, 2, 3)));
        test.advance(Duration.ofDays(1));
        assertThat(test.lastExecution("open")).failed();
        test.close();
    }

    @Test
    void settings_of_a_store() {
        Store store = Stores.sqlite(folder.resolve("baton.db"));
        Baton baton = Baton.builder()
                .store(store)
                .retention(Retention.count(1_000).withAge(Duration.ofDays(30)).withTotal(1_000_000))
                .build();
        baton.close();
    }

    @Test
    void settings_of_a_node() throws InterruptedException {
        Baton baton = Baton.builder()
                .store(Stores.postgres(dataSource))
                .lease(Duration.ofSeconds(10))
                .queues("default", "mail")
                .labels("gpu")
                .build();
        baton.add(Job.named("train").labels("gpu").run(context -> {})).start();
        assertThat(baton.trigger("train").await(LONG)).succeeded();
        baton.close();
    }

    @Test
    void plain_sql_starts_an_execution() throws Exception {
        try (Baton baton = Baton.on(Stores.postgres(dataSource))) {
            baton.add(Job.named("ship").call(context -> context.parameter("order", Integer.class)));
            baton.start();
            for (String sql : snippets("docs/guide/stores.md")) {
                execute(dataSource, sql);
                execute(dataSource, sql);
            }
            while (baton.pastExecutions("ship").isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThat(baton.activeExecutions()).isEmpty();
            assertThat(baton.pastExecutions("ship"))
                    .singleElement()
                    .satisfies(execution ->
                            assertThat(execution.run("ship").output()).contains(43));
        }
    }

    @Test
    void the_queries_for_operators_run() throws Exception {
        try (Baton baton = Baton.on(Stores.postgres(dataSource))) {
            baton.add(Job.named("ship").run(context -> {
                throw new IllegalStateException("no lorry");
            }));
            baton.start();
            baton.trigger("ship").await(LONG);
            List<String> queries = snippets("docs/guide/postgresql.md");
            assertThat(queries).hasSizeGreaterThan(3);
            for (String query : queries) {
                execute(dataSource, query);
            }
        }
    }

    private static List<String> snippets(String page) throws IOException {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("CHANGELOG.md"))) {
            directory = directory.getParent();
        }
        Matcher snippet = SQL.matcher(Files.readString(directory.resolve(page)));
        return snippet.results().map(result -> result.group(1)).toList();
    }
}
