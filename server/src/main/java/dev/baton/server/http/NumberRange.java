package dev.baton.server.http;

import dev.baton.worker.wire.JsonMappers;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Refuses numbers that are too large to store. The parser reads them as infinity, which JSON cannot express, so they
 * would be returned as text.
 */
public final class NumberRange {

    /** No number with fewer digits and without an exponent is out of range. */
    private static final int MANY_DIGITS = 300;

    private static final JsonMapper MAPPER = JsonMappers.plain();

    private NumberRange() {}

    /**
     * Checks a body.
     *
     * @throws ProblemException if a number is out of range, with its place
     * @throws tools.jackson.core.JacksonException if it is not JSON
     */
    public static void check(String json) {
        if (!isSuspicious(json)) {
            return;
        }
        try (JsonParser parser = MAPPER.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_FLOAT && Double.isInfinite(parser.getDoubleValue())) {
                    throw ProblemException.badField(
                            parser.streamReadContext().pathAsPointer().toString(),
                            "the number " + abbreviated(parser.getString()) + " is out of range: the largest is "
                                    + Double.MAX_VALUE);
                }
            }
        }
    }

    /** A quick check for an exponent or a very long number, so that most bodies are not parsed twice. */
    private static boolean isSuspicious(String json) {
        int digits = 0;
        for (int i = 0; i < json.length(); i++) {
            char letter = json.charAt(i);
            if (letter >= '0' && letter <= '9') {
                digits++;
                if (digits >= MANY_DIGITS) {
                    return true;
                }
            } else if (digits > 0 && (letter == 'e' || letter == 'E')) {
                return true;
            } else {
                digits = 0;
            }
        }
        return false;
    }

    private static String abbreviated(String number) {
        return number.length() <= 40 ? number : number.substring(0, 40) + "…";
    }
}
