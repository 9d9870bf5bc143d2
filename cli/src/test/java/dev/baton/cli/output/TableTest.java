package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class TableTest {

    private static Table table(int columns, boolean colour) {
        Terminal terminal = new Terminal(columns > 0, colour, StandardCharsets.UTF_8, 24, columns);
        return new Table(Style.of(terminal, Clock.systemUTC()), "NAME", "REASON")
                .add("etl", "waits for its turn: at most three run at a time")
                .add("report", new Table.Cell("paused", Paint.YELLOW));
    }

    @Test
    void a_file_gets_every_text_whole() {
        assertThat(table(Terminal.UNLIMITED, false).lines())
                .containsExactly(
                        "NAME    REASON", "etl     waits for its turn: at most three run at a time", "report  paused");
    }

    @Test
    void a_terminal_gets_no_line_that_is_wider_than_it_is() {
        assertThat(table(30, false).lines())
                .containsExactly("NAME    REASON", "etl     waits for its turn: a…", "report  paused")
                .allMatch(line -> Texts.width(line) <= 30);
        assertThat(table(5, false).lines()).allMatch(line -> Texts.width(line) <= 5);
    }

    @Test
    void columns_that_are_kept_whole_push_out_the_last_of_the_others() {
        Terminal terminal = new Terminal(true, false, StandardCharsets.UTF_8, 24, 40);
        Table runs = new Table(Style.of(terminal, Clock.systemUTC()), "ID", "JOB", "STATUS", "STARTED", "REASON")
                .whole("ID", "STATUS")
                .add("01a1e5f5-ce7d.11", "etl/enrichment", "success", "1 min 20 s ago", "");
        assertThat(runs.lines())
                .containsExactly("ID                JOB            STATUS", "01a1e5f5-ce7d.11  etl/enrichme…  success");
        Table longNames = new Table(Style.of(terminal, Clock.systemUTC()), "NAME", "WHEN")
                .whole("NAME")
                .add("a-name-that-is-longer-than-half-of-the-terminal", "now");
        assertThat(longNames.lines())
                .allMatch(line -> Texts.width(line) <= 40)
                .last()
                .asString()
                .endsWith("now");
    }

    @Test
    void the_first_column_stays_whole_where_not_all_can() {
        Terminal terminal = new Terminal(true, false, StandardCharsets.UTF_8, 24, 40);
        Table executions = new Table(Style.of(terminal, Clock.systemUTC()), "ID", "NAME", "STATUS", "TRIGGER")
                .whole("ID", "NAME", "STATUS")
                .add("01a1e7a3-e3c4-7000", "scan-targets", "✔ success", "schedule");
        assertThat(executions.lines())
                .containsExactly("ID                  NAME       STATUS", "01a1e7a3-e3c4-7000  scan-tar…  ✔ success");
    }

    @Test
    void colours_take_no_room() {
        assertThat(table(30, true).lines().get(2)).isEqualTo("report  \u001b[33mpaused\u001b[0m");
    }

    @Test
    void what_a_job_printed_does_not_reach_the_terminal_as_a_command() {
        Style style = Style.of(Terminal.none(StandardCharsets.UTF_8), Clock.systemUTC());
        assertThat(new Table(style, "A")
                        .add("x\u001b[2J\u001b]0;title\u0007y\r\n\u0008z")
                        .lines())
                .containsExactly("A", "xy z");
        assertThat(Texts.printed("\u001b[31mred\u001b[0m\u001b[2J\n\tnext\u0007"))
                .isEqualTo("\u001b[31mred\u001b[0m\n\tnext");
    }

    @Test
    void wide_characters_count_twice() {
        assertThat(Texts.width("数据")).isEqualTo(4);
        assertThat(Texts.cut("数据库", 5, "…")).isEqualTo("数据…");
        assertThat(Texts.cut("abc", 3, "…")).isEqualTo("abc");
    }

    @Test
    void ids_are_as_short_as_they_can_be() {
        String first = "01a1e3c7-89fc-7015-b355-6d4165593154";
        String other = "01a1e3c7-89fd-7015-b355-6d4165593154";
        String sameMillisecond = "01a1e3c7-89fc-7016-b355-6d4165593154";
        assertThat(Ids.of(java.util.List.of(first, other)).shortened(first + ".3"))
                .isEqualTo("01a1e3c7-89fc.3");
        assertThat(Ids.of(java.util.List.of(first, sameMillisecond)).shortened(first))
                .isEqualTo("01a1e3c7-89fc-7015");
    }
}
