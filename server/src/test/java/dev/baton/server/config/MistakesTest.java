package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MistakesTest {

    /** Each row: what follows the job's id and command, and the one message that comes of it. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
                    shedule = "0 6 * * *" => unknown key "shedule". Did you mean "schedule"?
                    schedule = 5 => "schedule" must be a schedule such as "0 6 * * *" or "@every 6h", not 5.
                    schedule = "0 0 30 2 *" => "schedule" "0 0 30 2 *" never fires.
                    timeout = 30 => "timeout" must be a duration such as "90s" or "2h30m", at most 36500d, not 30. Write "30s".
                    timeout = "soon" => "timeout" must be a duration such as "90s" or "2h30m", at most 36500d, not "soon".
                    timeout = "0s" => "timeout" must be longer than zero.
                    timezone = "Europe/Berlim" => "timezone" must be a time zone such as "Europe/Berlin", not "Europe/Berlim". Did you mean "Europe/Berlin"?
                    priority = 2000 => "priority" must be a whole number from -1000 to 1000, not 2000.
                    paused = "yes" => "paused" must be true or false, not "yes".
                    tags = "a" => "tags" must be a list, not "a".
                    labels = ["a", "b c"] => "labels[1]" must be a name (a letter or digit, then up to 127 letters, digits, dots, underscores or hyphens), not "b c".
                    env = { A = 1 } => "env.A" must be a text, not 1.
                    overlap = "skipp" => "overlap" must be one of allow, skip, queue, replace, not "skipp". Did you mean "skip"?
                    rate = "10" => "rate" must be a number of starts in a period such as "10/1m", not "10".
                    queue = "slow" => there is no queue "slow". Add [queues.slow].
                    calendar = "holidays" => there is no calendar "holidays". Add [calendars.holidays].
                    notify = "ops" => there is no notification "ops". Add [notifications.ops].
                    prompt = "Hi" => "command" and "prompt" mean the same. Keep one of them.
                    depends_on = ["a"] => "depends_on" is for kind window, and this is kind shell. Remove it, or set "kind".
                    cron = "0 6 * * *" => unknown key "cron". Did you mean "schedule"?
                    timeout = "5 minutes" => "timeout" must be a duration such as "90s" or "2h30m", at most 36500d, not "5 minutes". Write "5m".
                    priority = "5" => "priority" must be a whole number from -1000 to 1000, not "5". Remove the quotes.
                    start = "yesterday" => "start" must be a time with its offset such as "2026-12-24T18:00:00+01:00", not "yesterday".
                    """)
    void a_mistake_in_a_job_is_reported_with_its_line(String key, String message) {
        String toml = "[[jobs]]\nid = \"scan\"\ncommand = \"true\"\n" + key.strip();
        assertThat(problems(toml)).containsExactly("baton.toml:4: jobs[0] \"scan\": " + message.strip());
    }

    @Test
    void addresses_that_will_be_refused_are_reported_with_the_key_that_allows_them() {
        String toml = """
                [[jobs]]
                id = "poll"
                command = { url = "http://127.0.0.1:8080/x" }
                [[jobs]]
                id = "scan"
                kind = "fanout"
                inputs_from = "http://169.254.169.254/items"
                command = "true"
                [[workflows]]
                id = "w"
                [[workflows.steps]]
                id = "ready"
                kind = "wait"
                url = "http://localhost/"
                """;

        assertThat(problems(toml))
                .hasSize(3)
                .allSatisfy(problem -> assertThat(problem).contains("allow_hosts", "[server.outgoing]"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("baton.toml:3: jobs[0] \"poll\""),
                        second -> assertThat(second).startsWith("baton.toml:7: jobs[1] \"scan\""),
                        third -> assertThat(third).startsWith("baton.toml:14:"));
        assertThat(problems("[server.outgoing]\nallow_hosts = ['127.0.0.1', '169.254.169.254', 'localhost']\n" + toml))
                .isEmpty();
        assertThat(problems("[worker]\nenabled = false\n" + toml)).hasSize(2);
    }

    @Test
    void lines_are_those_of_the_file_whatever_stands_between_them() {
        String toml =
                "# head\n\n\n[[jobs]]\n# which\nid = \"scan\"\n\ncommand = \"\"\"\n\n# no comment\n\"\"\"\n\nbad = 1\n";

        assertThat(problems(toml)).containsExactly("baton.toml:13: jobs[0] \"scan\": unknown key \"bad\".");
        assertThat(new ConfigLoader(Map.of(), Set.of())
                        .parse("f", toml.replace("bad = 1\n", ""))
                        .orThrow()
                        .definitions()
                        .jobs()
                        .get(0)
                        .toString())
                .contains("# no comment");
        assertThat(problems("\n\na = 1\n\n\na = 2\n"))
                .singleElement()
                .asString()
                .contains("baton.toml:6", "line 3");
    }

    @Test
    void mistakes_are_sorted_by_line_with_their_total() {
        StringBuilder toml = new StringBuilder("[[workflows]]\nid = 'w'\nbad = 1\n");
        toml.append("[[jobs]]\nid = 'a'\nbad = 1\ncommand = 'x'\n".repeat(3));
        Checked<Configuration> read = new ConfigLoader(Map.of(), Set.of()).parse("f", toml.toString());

        assertThat(read.problems())
                .extracting(problem -> Integer.parseInt(problem.place().substring(2)))
                .isSorted();
        assertThat(read.total()).isEqualTo(read.problems().size());
        Checked<Configuration> many = new ConfigLoader(Map.of(), Set.of()).parse("f", "[[jobs]]\n".repeat(3_000));
        assertThat(many.problems()).hasSize(1_000);
        assertThat(many.total()).isEqualTo(6_000);
    }

    @Test
    void days_that_never_match_together_are_reported() {
        assertThat(problems("""
                        [[jobs]]
                        id = "scan"
                        command = "true"
                        schedule = "0 0 31 2 MON"
                        day_match = "both"
                        """))
                .containsExactly(
                        "baton.toml:5: jobs[0] \"scan\": on no day do both day fields of the schedule match: it never fires.");
    }

    /** Each row: what follows the header of a notification, and the one message that comes of it. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
                    type = "email", from = "Ops <ops@a.b>", to = "x@a.b" => "from" must be an e-mail address such as "ops@example.com", not "Ops <ops@a.b>".
                    type = "email", from = "ops@a.b", to = ["x@a.b", "y"] => "to[1]" must be an e-mail address such as "ops@example.com", not "y".
                    type = "email", from = "ops@a.b", to = ["y"] => "to[0]" must be an e-mail address such as "ops@example.com", not "y".
                    type = "email", from = "ops@a.b", to = [] => "to" is empty. Name at least one address.
                    type = "email", from = "ops@a.b", to = "x@a.b", smtp_user = "me" => "smtp_user" and "smtp_password" belong together. Give both, or neither.
                    type = "email", from = "ops@a.b", to = "x@a.b", smtp_user = "me", smtp_password = "x", smtp_start_tls = false => the password would be sent in the clear. Remove "smtp_start_tls", or use port 465.
                    url = "http://a.b/{x}" => "url" is no address: Illegal character in path at index 11: http://a.b/{x}.
                    """)
    void a_mistake_in_a_notification_is_reported_with_its_line(String keys, String message) {
        assertThat(problems("[notifications]\nops = { " + keys.strip() + " }"))
                .containsExactly("baton.toml:2: notifications.ops: " + message.strip());
    }

    @Test
    void a_data_source_of_an_unknown_database_is_reported() {
        assertThat(problems("[datasources.shop]\nurl = \"jdbc:mysql://host/shop\""))
                .containsExactly(
                        "baton.toml:2: datasources.shop: \"url\" must be a JDBC url of PostgreSQL or SQLite such"
                                + " as \"jdbc:postgresql://host/database\", not \"jdbc:mysql://host/shop\".");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
                    after = ["extrct"] => runs after "extrct", which does not exist. Did you mean "extract"?
                    after = ["extract:failed"] => "after[0]" asks for "failed", which is none of success, failure, skipped, complete. Did you mean "failure"?
                    after = ["load"] => the steps form a cycle: load → load. Remove one of these edges.
                    join = "any" => waits for any of its parents, and has none. Name them in "after".
                    kind = "shel" => "kind" must be one of shell, http, claude, java, fanout, window, workflow, job, approval, wait, not "shel". Did you mean "shell"?
                    depends_on = ["extract"] => "depends_on" is for kind window, and this is kind shell. A step runs after others by "after".
                    final = 1 => "final" must be true or false, not 1.
                    when = "parms.size == 'big'" => "when" cannot be understood: parms.size == 'big', column 1: undeclared reference to 'parms' (in container ''). Did you mean "params"?
                    when = "attempt ==" => "when" cannot be understood: attempt ==, column 11: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}. It is CEL over params, outputs, statuses, reasons, item, trigger, attempt, status.
                    when = "" => "when" must be an expression such as "params.day == 'monday'", not "".
                    """)
    void a_mistake_in_a_step_is_reported_with_its_line(String key, String message) {
        String toml = "[[workflows]]\nid = \"etl\"\nsteps = [{ id = \"extract\", command = \"true\" },\n"
                + "{ id = \"load\", command = \"true\", " + key.strip() + " }]";
        assertThat(problems(toml))
                .containsExactly("baton.toml:4: workflows[0] \"etl\" steps[1] \"load\": " + message.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
                    weekdays = ["sat", "sunn"] => "weekdays[1]" must be one of mon, tue, wed, thu, fri, sat, sun, not "sunn". Did you mean "sun"?
                    weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] => has all days of the week: nothing would ever fire. Pause the jobs, or remove a day.
                    ranges = ["2026-12-31..2026-12-24"] => "ranges[0]" must be two dates such as "2026-12-24..2027-01-01", a century apart at most, not "2026-12-31..2026-12-24".
                    dates = ["2026-02-30"] => "dates[0]" must be a date such as "2026-12-24", not "2026-02-30".
                    """)
    void a_mistake_in_a_calendar_is_reported_with_its_line(String key, String message) {
        assertThat(problems("[calendars.off]\n" + key.strip()))
                .containsExactly("baton.toml:2: calendars.off: " + message.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
                    schedule = "0 6 * * MON" => has every day of "0 6 * * MON"
                    schedule = "@at 2199-12-30T06:00:00Z" => has every day of "@at 2199-12-30T06:00:00Z"
                    schedule = "H 0 * * TUE", timezone = "Pacific/Kiritimati" => has every day of "H 0 * * TUE"
                    schedule = "0 6 * * *", start = "2199-12-28T00:00:00Z", end = "2199-12-30T00:00:00Z" => has every day of "0 6 * * *"
                    """)
    void a_schedule_that_its_calendar_never_lets_fire_is_reported_with_its_line(String keys, String message) {
        String toml = """
                [calendars.off]
                weekdays = ["mon", "tue"]
                ranges = ["2199-12-28..2199-12-31"]
                [[jobs]]
                id = "scan"
                command = "true"
                calendar = "off"
                """;
        assertThat(problems(toml + keys.strip().replace(", ", "\n")))
                .containsExactly("baton.toml:7: jobs[0] \"scan\": never fires: calendar \"off\" " + message.strip()
                        + ". Choose other days, or pause it.");
    }

    @Test
    void what_is_wrong_with_the_schedules_of_jobs_and_workflows_is_reported_with_all_else() {
        String toml = """
                calendars.off = { weekdays = ["mon"] }
                [[workflows]]
                id = "w"
                schedule = "@weekly"
                calendar = "off"
                steps = [{ id = "a", command = "true" }]
                [[workflows]]
                id = "v"
                schedule = "0 0 * * 1"
                calendar = "off"
                steps = [{ id = "a", command = "true" }]
                [[jobs]]
                schedule = "0 0 * * 1"
                calendar = "off"
                command = "true"
                """;
        assertThat(problems(toml))
                .containsExactlyInAnyOrder(
                        "baton.toml:10: workflows[1] \"v\": never fires: calendar \"off\" has every day of"
                                + " \"0 0 * * 1\". Choose other days, or pause it.",
                        "baton.toml:12: jobs[0]: missing key \"id\". It is the name: letters, digits, dots, underscores and"
                                + " hyphens.",
                        "baton.toml:14: jobs[0]: never fires: calendar \"off\" has every day of \"0 0 * * 1\"."
                                + " Choose other days, or pause it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 6 * * MON-WED", "@at 2199-12-27T06:00:00Z", "@startup", "@at 2020-01-06T06:00:00Z"})
    void a_schedule_that_its_calendar_lets_fire_or_that_never_did_is_no_mistake_of_the_calendar(String schedule) {
        assertThat(problems("""
                        calendars.off = { weekdays = ["mon", "tue"] }
                        jobs = [{ id = "scan", command = "true", schedule = "%s", calendar = "off" }]
                        """.formatted(schedule))).isEmpty();
    }

    @Test
    void every_mistake_is_reported_at_once() {
        assertThat(problems("[server]\nport = 70000\nhots = 1\n[[jobs]]\ncommand = \"true\"\n"))
                .containsExactlyInAnyOrder(
                        "baton.toml:2: server: \"port\" must be a whole number from 0 to 65535, not 70000.",
                        "baton.toml:3: server: unknown key \"hots\". Did you mean \"host\"?",
                        "baton.toml:4: jobs[0]: missing key \"id\". It is the name: letters, digits, dots, underscores and"
                                + " hyphens.");
    }

    @Test
    void a_window_looks_at_jobs_steps_and_workflows_that_exist_and_not_at_its_own_workflow() {
        String toml = """
                [[jobs]]
                id = "digest"
                kind = "window"
                depends_on = ["etl", "etl/load", "digest", "elt"]
                command = "true"
                [[workflows]]
                id = "etl"
                [[workflows.steps]]
                id = "load"
                kind = "window"
                depends_on = ["etl"]
                command = "true"
                """;
        assertThat(problems(toml))
                .containsExactlyInAnyOrder(
                        "baton.toml:4: jobs[0] \"digest\": depends on \"elt\", which does not exist. Did you mean"
                                + " \"etl\"?",
                        "baton.toml:11: workflows[0] \"etl\" steps[0] \"load\": depends on \"etl\", the workflow it is"
                                + " part of, which still runs then. Name the step it depends on, or make it a job of"
                                + " its own.");
    }

    @Test
    void a_step_that_is_a_job_names_one_and_leaves_policies_to_it() {
        assertThat(problems("""
                [[jobs]]
                id = "clean"
                job = "other"
                [[workflows]]
                id = "etl"
                start_on_success = "reprot"
                start_on_failure = { job = "etl", input = {} }
                [[workflows.steps]]
                id = "a"
                job = "claen"
                [[workflows.steps]]
                id = "b"
                job = "clean"
                retry_count = 3
                [[workflows.steps]]
                id = "c"
                job = "etl"
                """))
                .containsExactly(
                        "baton.toml:3: jobs[0] \"clean\": only a step of a workflow can be another job. Define the work"
                                + " of this job.",
                        "baton.toml:6: workflows[0] \"etl\": starts \"reprot\", which does not exist.",
                        "baton.toml:7: workflows[0] \"etl\": \"start_on_failure\" unknown key \"input\". Did you mean"
                                + " \"inputs\"?",
                        "baton.toml:7: workflows[0] \"etl\": a workflow that is started after itself never ends. Give it a"
                                + " schedule.",
                        "baton.toml:10: workflows[0] \"etl\" steps[0] \"a\": refers to the job \"claen\", which does not exist."
                                + " Did you mean \"clean\"?",
                        "baton.toml:14: workflows[0] \"etl\" steps[1] \"b\": sets \"retry_count\", which belongs to the job"
                                + " \"clean\". Set it on the job; the step may have inputs, when and allow_failure.",
                        "baton.toml:17: workflows[0] \"etl\" steps[2] \"c\": refers to the job \"etl\", which is a workflow. Use"
                                + " kind \"workflow\" and \"workflow\".");
    }

    @Test
    void a_step_is_not_told_to_run_after_itself() {
        assertThat(problems("""
                [[workflows]]
                id = "etl"
                [[workflows.steps]]
                id = "load"
                command = "true"
                after = ["laod"]
                """))
                .containsExactly("baton.toml:6: workflows[0] \"etl\" steps[0] \"load\": runs after \"laod\", which does"
                        + " not exist.");
    }

    @Test
    void a_value_of_the_wrong_kind_is_one_problem() {
        assertThat(problems("""
                [[jobs]]
                id = "a"
                command = ["echo", "hi"]
                [[jobs]]
                id = "b"
                command = "true"
                retry = 3
                [[jobs]]
                id = "c"
                """))
                .containsExactly(
                        "baton.toml:3: jobs[0] \"a\": \"command\" must be a command line, or a table with \"url\","
                                + " \"prompt\" or \"handler\", not a list.",
                        "baton.toml:7: jobs[1] \"b\" retry: must be a table such as { attempts = … }, not 3.",
                        "baton.toml:8: jobs[2] \"c\": missing key \"command\". It is the command line.");
    }

    @Test
    void a_step_after_any_other_needs_another() {
        assertThat(problems("""
                [[workflows]]
                id = "etl"
                [[workflows.steps]]
                id = "alert"
                command = "true"
                after = ["*:failure"]
                """))
                .containsExactly(
                        "baton.toml:6: workflows[0] \"etl\" steps[0] \"alert\": runs after any other step, and there"
                                + " is none.");
    }

    @Test
    void a_cycle_is_printed_in_full() {
        String toml = """
                [[workflows]]
                id = "w"
                [[workflows.steps]]
                id = "a"
                command = "true"
                after = ["c"]
                [[workflows.steps]]
                id = "b"
                command = "true"
                after = ["a"]
                [[workflows.steps]]
                id = "c"
                command = "true"
                after = ["b"]
                """;
        assertThat(problems(toml))
                .containsExactly("baton.toml:6: workflows[0] \"w\" steps[0] \"a\": the steps form a cycle:"
                        + " a → b → c → a. Remove one of these edges.");
    }

    @Test
    void a_condition_that_is_neither_true_nor_false_is_a_mistake() {
        String toml = "[[workflows]]\nid = \"etl\"\n[[workflows.steps]]\nid = \"load\"\ncommand = \"true\"\n";
        assertThat(problems(toml + "when = \"attempt + 1\""))
                .singleElement()
                .asString()
                .startsWith("baton.toml:6: workflows[0] \"etl\" steps[0] \"load\": \"when\" cannot be understood: ")
                .contains("bool");
        assertThat(problems(toml + "when = \"params.sure\"")).isEmpty();
    }

    @Test
    void a_name_is_taken_once() {
        assertThat(problems("[[jobs]]\nid = \"a\"\ncommand = \"x\"\n[[jobs]]\nid = \"a\"\ncommand = \"x\""))
                .containsExactly("baton.toml:5: jobs[1] \"a\": the name \"a\" is taken. Choose another name.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[server", "a = ", "= 1", "a = 'x", "[[jobs]]\n[jobs]", "a = 1\na = 2", "\u0000", "{", "a = [1,"
            })
    void what_is_not_toml_is_a_problem_with_a_line(String text) {
        assertThat(problems(text)).isNotEmpty().allMatch(line -> line.matches("(?s)baton\\.toml:\\d+: not TOML: .*"));
    }

    @Test
    void what_is_nested_without_end_is_a_problem() {
        assertThat(problems("a = " + "[".repeat(100_000))).containsExactly("baton.toml: nested more than 200 deep.");
    }

    private static List<String> problems(String toml) {
        return new ConfigLoader(Map.of(), Set.of())
                .parse("baton.toml", toml).problems().stream()
                        .map(Problem::toString)
                        .toList();
    }
}
