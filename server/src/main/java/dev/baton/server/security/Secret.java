package dev.baton.server.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A secret of 256 random bits, in a form that fits in a header. Baton stores its {@link #hash()}: a plain SHA-256 of
 * that much randomness cannot be reversed, and a slow hash would only slow down every request.
 */
public final class Secret {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;
    private static final int SHOWN = 8;
    private static final Pattern FORM = Pattern.compile("(btn|bts)_[A-Za-z0-9_-]{43}");

    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    /** A new secret of a token. */
    public static Secret ofToken() {
        return random("btn_");
    }

    /** A new secret of a session. */
    public static Secret ofSession() {
        return random("bts_");
    }

    /** Whether a text has the form of a secret; other texts need no lookup. */
    public static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }

    /** A secret from a request. */
    public static Secret shown(String text) {
        return new Secret(text);
    }

    private static Secret random(String prefix) {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new Secret(prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The secret itself. */
    public String reveal() {
        return text;
    }

    /** Enough of the secret for a person to tell tokens apart, too little to use it. */
    public String prefix() {
        return text.substring(0, SHOWN);
    }

    /** The stored hash, in hexadecimal. */
    public String hash() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Whether this is the secret of a stored hash. Compares in constant time. */
    public boolean matches(String hash) {
        return MessageDigest.isEqual(
                hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** Never the secret, which would end up in a log. */
    @Override
    public String toString() {
        return prefix() + "…";
    }
}
