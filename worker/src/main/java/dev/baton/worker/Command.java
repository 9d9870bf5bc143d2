package dev.baton.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work of a run: one record for each kind of work. In JSON the field {@code kind} names it.
 *
 * <pre>{@code
 * String title = command instanceof Command.Shell shell ? shell.line() : command.kind();
 * }</pre>
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Command.Shell.class, name = "shell"),
    @JsonSubTypes.Type(value = Command.Http.class, name = "http"),
    @JsonSubTypes.Type(value = Command.Claude.class, name = "claude"),
    @JsonSubTypes.Type(value = Command.Handler.class, name = "java")
})
public sealed interface Command {

    /** The name of the kind, as in files and messages. */
    String kind();

    /** The handlers that a worker must have registered to execute it; empty when none. */
    default Set<String> handlers() {
        return Set.of();
    }

    /**
     * A command line for a shell.
     *
     * @param line the text after {@code -c}; no value is ever inserted into it
     * @param shell the shell
     * @param directory the working directory; null for the worker's own
     * @param successCodes the exit codes that count as success
     * @param stopGrace the time between SIGTERM and SIGKILL to the whole process group
     */
    record Shell(String line, String shell, @Nullable String directory, Set<Integer> successCodes, Duration stopGrace)
            implements Command {

        @Override
        public String kind() {
            return "shell";
        }
    }

    /**
     * An HTTP request.
     *
     * @param method GET, POST, …
     * @param url the target
     * @param headers the headers
     * @param body the body; null for none
     * @param expectStatus the statuses that count as success; empty for all from 200 to 299
     * @param timeout how long to wait for the answer
     * @param followRedirects whether to follow redirects
     */
    record Http(
            String method,
            String url,
            Map<String, String> headers,
            @Nullable String body,
            Set<Integer> expectStatus,
            Duration timeout,
            boolean followRedirects)
            implements Command {

        @Override
        public String kind() {
            return "http";
        }
    }

    /**
     * A prompt for the command-line program of a language model.
     *
     * @param prompt the prompt, passed on standard input
     * @param program the program and its arguments; empty for the worker's configured program
     * @param directory the working directory; null for the worker's own
     * @param stopGrace the time between SIGTERM and SIGKILL to the whole process group
     */
    record Claude(
            String prompt, List<String> program, @Nullable String directory, Duration stopGrace) implements Command {

        @Override
        public String kind() {
            return "claude";
        }
    }

    /**
     * Java code that a worker has registered under a name.
     *
     * @param handler the name
     */
    record Handler(String handler) implements Command {

        @Override
        public String kind() {
            return "java";
        }

        @Override
        public Set<String> handlers() {
            return Set.of(handler);
        }
    }
}
