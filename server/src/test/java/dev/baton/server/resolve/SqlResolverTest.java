package dev.baton.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the items of queries on every database. */
abstract class SqlResolverTest {

    private static final ResolveContext CONTEXT = new ResolveContext(100, Origin.API, Instant.EPOCH);

    private DataSource source;
    private SqlResolver resolver;

    /** A database that is empty. */
    abstract DataSource newSource();

    /** A query that takes very long. */
    abstract String endlessQuery();

    @BeforeEach
    void fill() throws Exception {
        source = newSource();
        execute("CREATE TABLE host (name text, port integer)");
        execute("INSERT INTO host VALUES ('a', 1), ('b', 2), ('c', NULL)");
        resolver = new SqlResolver(Map.of("inventory", source));
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long hosts() throws Exception {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM host")) {
            row.next();
            return row.getLong(1);
        }
    }

    private List<Object> items(String query) throws ResolveException {
        return resolver.resolve("sql://inventory?" + query, CONTEXT);
    }

    @Test
    void the_first_column_of_each_row_is_an_item() throws Exception {
        assertThat(items("SELECT name, port FROM host ORDER BY name")).containsExactly("a", "b", "c");
    }

    @Test
    void numbers_stay_numbers_and_a_query_is_taken_literally() throws Exception {
        assertThat(items("SELECT port FROM host WHERE name LIKE 'a%' OR name = '%62' ; "))
                .containsExactly(1);
    }

    @Test
    void one_item_more_than_allowed_is_enough() throws Exception {
        for (int i = 0; i < 6; i++) {
            execute("INSERT INTO host SELECT name, port FROM host");
        }
        assertThat(items("SELECT name FROM host")).hasSize(101);
    }

    @Test
    void a_null_is_refused() {
        assertThatThrownBy(() -> items("SELECT port FROM host ORDER BY name"))
                .isInstanceOf(ResolveException.class)
                .hasMessage("row 3 of the query has null in its first column");
    }

    @Test
    void a_query_cannot_change_anything() throws Exception {
        for (String query : List.of(
                "DELETE FROM host RETURNING name",
                "DELETE FROM host",
                "DROP TABLE host",
                "SELECT 1; COMMIT; DELETE FROM host",
                "COMMIT; DELETE FROM host; SELECT 1")) {
            assertThatThrownBy(() -> items(query)).as(query).isInstanceOf(ResolveException.class);
        }
        assertThat(hosts()).isEqualTo(3);
    }

    @Test
    void the_connection_can_be_written_with_afterwards() throws Exception {
        try (Connection connection = source.getConnection()) {
            try (ReadOnly transaction = ReadOnly.begin(connection);
                    Statement query = transaction.prepare("SELECT name FROM host")) {
                assertThatThrownBy(() -> query.getConnection().createStatement().execute("DELETE FROM host"))
                        .isInstanceOf(SQLException.class);
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM host");
            }
        }
        assertThat(hosts()).isZero();
    }

    @Test
    void a_query_that_takes_too_long_is_ended() {
        resolver = new SqlResolver(Map.of("inventory", source), Duration.ofMillis(300));
        assertThatThrownBy(() -> items(endlessQuery()))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("took longer than");
    }

    @Test
    void a_query_that_is_wrong_is_told_with_the_name_of_the_data_source() {
        assertThatThrownBy(() -> items("SELECT nme FROM host"))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("data source \"inventory\"")
                .hasMessageContaining("nme");
    }

    @Test
    void a_name_that_is_not_registered_is_refused_with_the_one_that_is_close() {
        assertThatThrownBy(() -> resolver.resolve("sql://inventry?SELECT 1", CONTEXT))
                .isInstanceOf(ResolveException.class)
                .hasMessageEndingWith("Did you mean \"inventory\"?");
    }

    @Test
    void a_connection_string_is_refused_and_not_repeated() {
        assertThatThrownBy(() -> resolver.resolve("sql://ada:secret@db/x?SELECT 1", CONTEXT))
                .isInstanceOf(ResolveException.class)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void an_address_without_a_query_is_refused() {
        for (String uri : List.of("sql://inventory", "sql://inventory?", "sql://inventory? ; ")) {
            assertThatThrownBy(() -> resolver.resolve(uri, CONTEXT)).as(uri).isInstanceOf(ResolveException.class);
        }
    }
}
