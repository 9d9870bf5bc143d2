package dev.baton.worker.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Mappers for JSON that strangers write. A usual mapper keeps the names of fields in a table that all of its parsers
 * share, for as long as it lives: names that collide there fill it, and then the requests of everybody fail. These keep
 * none.
 */
public final class JsonMappers {

    private static final JsonMapper PLAIN = builder().build();

    private JsonMappers() {}

    /** A mapper without options. Safe from any thread. */
    public static JsonMapper plain() {
        return PLAIN;
    }

    /** A mapper to be given options. */
    public static JsonMapper.Builder builder() {
        return JsonMapper.builder(JsonFactory.builder()
                .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                .build());
    }

    /**
     * The text of a JSON document, which these mappers would otherwise read with replacement characters where it is no
     * text.
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
