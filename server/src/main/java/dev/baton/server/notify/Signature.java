package dev.baton.server.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs webhooks, so that a receiver can verify that they come from this server: {@code X-Baton-Signature:
 * t=1763164800,v1=5257a8…}, where {@code t} is the time of sending in seconds since 1970 and {@code v1} the
 * HMAC-SHA256, in hexadecimal, of that number as text, a dot and the body as it was received, with the secret as the
 * key. A receiver computes the same value, compares in constant time, and refuses requests that are older than a few
 * minutes, which prevents replays.
 */
final class Signature {

    static final String HEADER = "X-Baton-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static String of(String secret, Instant time, byte[] body) {
        long seconds = time.getEpochSecond();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
