package dev.baton.cli;

import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * What came of a command that was run in this process, on a clock that stands at noon of 15 November 2026.
 *
 * @param code the exit code
 * @param out what it printed
 * @param err what it complained about
 */
record Cli(int code, String out, String err) {

    static Cli run(String... args) {
        return run(Map.of(), args);
    }

    /** With these variables of the environment. */
    static Cli run(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Clock noon = Clock.fixed(Instant.parse("2026-11-15T12:00:00Z"), ZoneOffset.UTC);
        int code = Main.commandLine(new Surroundings(noon, Terminal.none(StandardCharsets.UTF_8), environment), args)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Cli(code, out.toString(), err.toString());
    }
}
