package dev.baton.server.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a certificate and its key from PEM files. */
public final class PemKeyStore {

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

    private PemKeyStore() {}

    /**
     * A key store with this one entry, without a password.
     *
     * @throws IllegalArgumentException if a file cannot be read or has no certificate or key
     */
    public static KeyStore of(Path certificates, Path key) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("baton", key(key), new char[0], chain(certificates));
            return store;
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalArgumentException(
                    "TLS: cannot use certificate " + certificates + " with key " + key + ": " + failure, failure);
        }
    }

    private static Certificate[] chain(Path file) throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(new Certificate[0]);
            if (chain.length == 0) {
                throw new GeneralSecurityException("there is no certificate in " + file);
            }
            return chain;
        }
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException, IOException {
        Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new GeneralSecurityException("there is no \"BEGIN PRIVATE KEY\" in " + file
                    + "; openssl pkcs8 -topk8 -nocrypt makes one of other forms");
        }
        PKCS8EncodedKeySpec encoded =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException anotherAlgorithm) {
                // the next one may fit
            }
        }
        throw new GeneralSecurityException("the key in " + file + " is of none of " + ALGORITHMS);
    }
}
