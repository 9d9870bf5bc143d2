package dev.baton.cli.client;

import dev.baton.cli.output.Style;
import dev.baton.cli.output.Terminal;
import java.time.Clock;
import java.util.Map;

/**
 * The surroundings of a command: clock, terminal and environment.
 *
 * @param clock the time, and the zone of this machine
 * @param terminal where output goes
 * @param environment the variables of the environment
 */
public record Surroundings(Clock clock, Terminal terminal, Map<String, String> environment) {

    /** The style of the output. Asks the terminal for its size. */
    public Style style() {
        return Style.of(terminal.measured(), clock);
    }
}
