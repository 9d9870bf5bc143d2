package dev.baton.worker.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Mappers for untrusted JSON. A usual mapper keeps field names in a table that all its parsers share for its whole
 * life: names with colliding hashes fill the table, and then every request fails. These mappers keep no such table.
 *
 * <pre>{@code
 * JsonNode body = JsonMappers.plain().readTree(json);
 * }</pre>
 */
public final class JsonMappers {

    private static final JsonMapper PLAIN = builder().build();

    private JsonMappers() {}

    /** A mapper without options. Safe from any thread. */
    public static JsonMapper plain() {
        return PLAIN;
    }

    /** A builder, to set options. */
    public static JsonMapper.Builder builder() {
        return JsonMapper.builder(JsonFactory.builder()
                .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                .build());
    }

    /**
     * Decodes a JSON document strictly; the mappers themselves would replace malformed bytes.
     *
     * @throws CharacterCodingException when it is not UTF-8
     */
    public static String text(byte[] json) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(json))
                .toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
