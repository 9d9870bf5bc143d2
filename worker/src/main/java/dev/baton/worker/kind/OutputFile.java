package dev.baton.worker.kind;

import dev.baton.worker.wire.JsonMappers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads the output file of a process: one JSON value, or lines of {@code key=value}. */
final class OutputFile {

    private static final JsonMapper JSON = JsonMappers.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private OutputFile() {}

    /**
     * Reads the file.
     *
     * @param most the most bytes of the output
     * @throws IOException with a message for people if the content is malformed or too long
     */
    static @Nullable Object read(Path file, int most) throws IOException {
        return parse(new HandedOn("BATON_OUTPUT", most, "Hand on where to find the data instead").read(file));
    }

    private static @Nullable Object parse(String text) throws IOException {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return JSON.readValue(text, Object.class);
        } catch (JacksonException e) {
            if (text.startsWith("{") || text.startsWith("[")) {
                throw new IOException(
                        "the file named by BATON_OUTPUT looks like JSON, but is not: " + e.getOriginalMessage(), e);
            }
            return pairs(text);
        }
    }

    private static Map<String, Object> pairs(String text) throws IOException {
        Map<String, Object> pairs = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int sign = line.indexOf('=');
            if (sign > 0) {
                pairs.put(line.substring(0, sign).strip(), line.substring(sign + 1));
            } else if (!line.isBlank()) {
                throw new IOException(
                        "line %d of the file named by BATON_OUTPUT is not of the form key=value, and the file is not JSON"
                                .formatted(number));
            }
        }
        return pairs;
    }
}
