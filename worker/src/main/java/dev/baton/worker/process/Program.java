package dev.baton.worker.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program to run.
 *
 * <pre>{@code
 * Program sort = new Program(List.of("sort"), null, Map.of(), "b\na\n", Duration.ofSeconds(5));
 * }</pre>
 *
 * @param command the program and its arguments
 * @param directory the working directory; null for the worker's own
 * @param environment its whole environment: nothing is inherited
 * @param input its standard input; null for none
 * @param stopGrace the time between SIGTERM and SIGKILL
 */
public record Program(
        List<String> command,
        @Nullable Path directory,
        Map<String, String> environment,
        @Nullable String input,
        Duration stopGrace) {}
