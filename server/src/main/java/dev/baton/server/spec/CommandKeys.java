package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of what a worker executes. They stand in the {@code command} table, or beside a {@code command} text. */
final class CommandKeys {

    static final Duration DEFAULT_RESPONSE_TIMEOUT = Duration.ofMinutes(1);

    static final Key<String> LINE = Key.of("line", Types.NON_EMPTY, "The command line that the shell is given.")
            .of("shell");
    static final Key<String> SHELL = Key.of("shell", Types.NON_EMPTY, "The shell that is given the command line.")
            .of("shell")
            .otherwise("/bin/sh");
    static final Key<List<Integer>> SUCCESS_CODES = Key.of(
                    "success_codes", Types.oneOrMore(Types.integer(0, 255)), "The exit codes that count as success.")
            .of("shell")
            .otherwise(List.of(0));
    static final Key<String> WORKING_DIRECTORY = Key.of(
                    "working_directory", Types.NON_EMPTY, "Where it runs; the worker's own directory when left out.")
            .of("shell", "claude");
    static final Key<Duration> STOP_GRACE = Key.of(
                    "stop_grace", Types.DURATION, "Between SIGTERM and SIGKILL for the whole process group.")
            .of("shell", "claude")
            .otherwise(Duration.ofSeconds(2));
    static final Key<String> URL = Key.of(
                    "url",
                    Types.matching("url", "an http or https address", "https?://[^\\s]+"),
                    "The address a request goes to, or that is waited for.")
            .of("http", "wait");
    static final Key<String> METHOD = Key.of(
                    "method",
                    Types.matching("method", "an HTTP method such as \"POST\"", "[A-Z]{1,20}"),
                    "The method of the request.")
            .of("http")
            .otherwise("GET");
    static final Key<Map<String, String>> HEADERS = Key.of(
                    "headers", Types.map(Types.TEXT), "What the request sends along.")
            .of("http")
            .otherwise(Map.of());
    static final Key<String> BODY =
            Key.of("body", Types.TEXT, "What the request sends.").of("http");
    static final Key<List<Integer>> EXPECT_STATUS = Key.of(
                    "expect_status",
                    Types.oneOrMore(Types.integer(100, 599)),
                    "The statuses that count as success; all from 200 to 299 when left out.")
            .of("http")
            .otherwise(List.of());
    static final Key<Boolean> FOLLOW_REDIRECTS = Key.of(
                    "follow_redirects", Types.FLAG, "Whether to go where the answer points to.")
            .of("http")
            .otherwise(false);
    static final Key<Duration> RESPONSE_TIMEOUT = Key.of(
                    "response_timeout",
                    Types.POSITIVE_DURATION,
                    "How long to wait for the answer to the request; as long as an attempt may take, or else 1m, when left out.")
            .of("http");
    static final Key<String> PROMPT = Key.of("prompt", Types.NON_EMPTY, "What the language model is asked.")
            .of("claude");
    static final Key<List<String>> PROGRAM = Key.of(
                    "program",
                    Types.oneOrMore(Types.NON_EMPTY),
                    "The program that is handed the prompt, and its arguments; what the worker is configured with when left out.")
            .of("claude")
            .otherwise(List.of());
    static final Key<String> HANDLER = Key.of(
                    "handler", Types.NON_EMPTY, "The name of the handler that a worker has registered.")
            .of("java");

    /** What may stand beside a {@code command} text. */
    static final List<Key<?>> BESIDE = List.of(
            SHELL,
            SUCCESS_CODES,
            WORKING_DIRECTORY,
            STOP_GRACE,
            URL,
            METHOD,
            HEADERS,
            BODY,
            EXPECT_STATUS,
            FOLLOW_REDIRECTS,
            RESPONSE_TIMEOUT,
            PROMPT,
            PROGRAM,
            HANDLER);

    static final Section SECTION = new Section("command = { … }", "What a worker is to execute.", inside());

    private CommandKeys() {}

    private static List<Key<?>> inside() {
        List<Key<?>> keys = new ArrayList<>();
        keys.add(LINE);
        keys.addAll(BESIDE);
        return keys;
    }
}
