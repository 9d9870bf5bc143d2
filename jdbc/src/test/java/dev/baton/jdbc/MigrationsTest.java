package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the tables of a component beside those of the engine. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.Kind.class)
class MigrationsTest extends StoreFixture {

    private static final Migrations FIRST = Migrations.of("notebook", MigrationsTest.class, 1);
    private static final Migrations SECOND = Migrations.of("notebook", MigrationsTest.class, 2);

    MigrationsTest(TestDatabase.Kind kind) {
        super(kind.fresh());
    }

    private void apply(Migrations migrations) throws SQLException {
        try (Connection connection = connect()) {
            migrations.apply(connection);
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @Test
    void each_file_is_applied_once() throws SQLException {
        apply(FIRST);
        execute("INSERT INTO notebook VALUES (1)");
        apply(SECOND);
        apply(SECOND);

        execute("UPDATE notebook SET line = 'kept'");
        assertThat(count("notebook WHERE line = 'kept'")).isEqualTo(1);
        assertThat(count("baton_schema WHERE component = 'notebook'")).isEqualTo(2);
    }

    @Test
    void newer_tables_are_refused_in_one_line() throws SQLException {
        apply(SECOND);

        assertThatThrownBy(() -> apply(FIRST))
                .isInstanceOf(StoreException.class)
                .hasMessage("notebook tables: the schema is version 2, this Baton knows up to 1; a newer Baton made it:"
                        + " use that one or a later one");
    }

    @Test
    void several_processes_apply_them_at_once() throws Exception {
        eightTimes(() -> {
            apply(SECOND);
            return true;
        });

        assertThat(count("notebook")).isZero();
    }

    @Test
    void what_fails_half_way_leaves_nothing() throws SQLException {
        execute("CREATE TABLE notebook (page integer)");

        assertThatThrownBy(() -> apply(SECOND)).isInstanceOf(SQLException.class);
        assertThat(count("baton_schema WHERE component = 'notebook'")).isZero();
    }

    @Test
    void the_statements_can_be_run_by_hand() throws SQLException {
        execute(SECOND.ddl(store.isShared() ? Dialect.POSTGRES : Dialect.SQLITE));
        apply(SECOND);

        execute("INSERT INTO notebook VALUES (1, 'a')");
        assertThat(count("notebook")).isEqualTo(1);
    }

    @Test
    void a_component_has_a_plain_name() {
        assertThatThrownBy(() -> Migrations.of("O'Brien", MigrationsTest.class, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
