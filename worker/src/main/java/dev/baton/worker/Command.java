package dev.baton.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a worker is to do: one record for each kind of work that workers know. In JSON its kind tells which. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Command.Shell.class, name = "shell"),
    @JsonSubTypes.Type(value = Command.Http.class, name = "http"),
    @JsonSubTypes.Type(value = Command.Claude.class, name = "claude"),
    @JsonSubTypes.Type(value = Command.Handler.class, name = "java")
})
public sealed interface Command {

    /** The kind, as files and messages call it. */
    String kind();

    /** The handlers that a worker must have registered to execute it; empty when none. */
    default Set<String> handlers() {
        return Set.of();
    }

    /**
     * A command line for a shell.
     *
     * @param line what the shell is given after {@code -c}; nothing is ever pasted into it
     * @param shell the shell
     * @param directory where it runs; the worker's own directory when null
     * @param successCodes the exit codes that count as success
     * @param stopGrace between SIGTERM and SIGKILL for the whole process group
     */
    record Shell(String line, String shell, @Nullable String directory, Set<Integer> successCodes, Duration stopGrace)
            implements Command {

        @Override
        public String kind() {
            return "shell";
        }
    }

    /**
     * A request.
     *
     * @param method GET, POST, …
     * @param url where to
     * @param headers what to send along
     * @param body what to send; null for none
     * @param expectStatus the statuses that count as success; empty for all from 200 to 299
     * @param timeout how long to wait for the answer
     * @param followRedirects whether to go where the answer points to
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
     * A prompt for a language model's command line.
     *
     * @param prompt handed over on standard input
     * @param program the program and its arguments; empty for what the worker is configured with
     * @param directory where it runs; the worker's own directory when null
     * @param stopGrace between SIGTERM and SIGKILL for the whole process group
     */
    record Claude(
            String prompt, List<String> program, @Nullable String directory, Duration stopGrace) implements Command {

        @Override
        public String kind() {
            return "claude";
        }
    }

    /**
     * Java code that a worker has registered by a name.
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
