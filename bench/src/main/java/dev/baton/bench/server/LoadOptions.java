package dev.baton.bench.server;

import java.util.Locale;

/**
 * How to load a server.
 *
 * @param jar the one jar
 * @param rate how many runs are submitted in a second
 * @param seconds for how long
 * @param polls how many workers hold a long poll open
 * @param by who executes the runs
 */
record LoadOptions(String jar, int rate, int seconds, int polls, LoadedServer.By by) {

    private static final LoadOptions USUAL =
            new LoadOptions("cli/target/baton.jar", 2000, 60, 100, LoadedServer.By.SERVER);

    static LoadOptions parse(String[] args) {
        LoadOptions options = USUAL;
        for (int i = 0; i + 1 < args.length; i += 2) {
            options = options.with(args[i], args[i + 1]);
        }
        if (args.length % 2 != 0) {
            throw new IllegalArgumentException("bench/load: \"" + args[args.length - 1] + "\" stands without a value");
        }
        return options;
    }

    private LoadOptions with(String name, String value) {
        return switch (name) {
            case "--jar" -> new LoadOptions(value, rate, seconds, polls, by);
            case "--rate" -> new LoadOptions(jar, Integer.parseInt(value), seconds, polls, by);
            case "--seconds" -> new LoadOptions(jar, rate, Integer.parseInt(value), polls, by);
            case "--polls" -> new LoadOptions(jar, rate, seconds, Integer.parseInt(value), by);
            case "--by" ->
                new LoadOptions(jar, rate, seconds, polls, LoadedServer.By.valueOf(value.toUpperCase(Locale.ROOT)));
            default ->
                throw new IllegalArgumentException("bench/load does not know \"" + name
                        + "\": [--jar FILE] [--rate N] [--seconds N] [--polls N] [--by server|workers]");
        };
    }
}
