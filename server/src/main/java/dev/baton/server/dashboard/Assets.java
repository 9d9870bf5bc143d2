package dev.baton.server.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The files of the dashboard, read once from the class path and kept in memory: they are small, and a browser requests
 * each of them once per version. Immutable.
 */
final class Assets {

    private static final String ROOT = "dev/baton/dashboard/";
    private static final String START = "index.html";
    private static final int VERSION_LENGTH = 12;

    private static final Map<String, String> MEDIA_TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "html", "text/html; charset=utf-8",
            "svg", "image/svg+xml",
            "woff2", "font/woff2");

    private final Map<String, byte[]> files;
    private final String version;

    private Assets(Map<String, byte[]> files) {
        this.files = files;
        this.version = version(files);
    }

    /** Reads the files. */
    static Assets load() {
        URL start = Objects.requireNonNull(
                Assets.class.getClassLoader().getResource(ROOT + START), "the dashboard is not on the class path");
        try {
            URLConnection connection = start.openConnection();
            if (connection instanceof JarURLConnection inJar) {
                // Read as entries, because the jar may be inside the jar of an application.
                return new Assets(read(inJar));
            }
            return new Assets(read(Objects.requireNonNull(Path.of(start.toURI()).getParent())));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the dashboard", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot find the dashboard at " + start, e);
        }
    }

    private static Map<String, byte[]> read(JarURLConnection connection) throws IOException {
        // A cached jar is shared with the class loader, and must stay open.
        connection.setUseCaches(false);
        Map<String, byte[]> files = new TreeMap<>();
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (!entry.isDirectory() && entry.getName().startsWith(ROOT)) {
                    try (InputStream content = jar.getInputStream(entry)) {
                        files.put(entry.getName().substring(ROOT.length()), content.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    private static Map<String, byte[]> read(Path root) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return files;
    }

    /**
     * A hash over all files. Addresses that contain it never change their contents, so browsers may cache them forever.
     */
    String version() {
        return version;
    }

    /**
     * The page at all addresses of the dashboard, with the version filled in.
     *
     * @param base the path of the dashboard in an application; empty on a server of its own
     */
    String startPage(String base) {
        byte[] page = Objects.requireNonNull(files.get(START));
        return new String(page, StandardCharsets.UTF_8)
                .replace("@VERSION@", version)
                .replace("@BASE@", base)
                .replace("@MOUNTED@", base.isEmpty() ? "" : " data-mounted");
    }

    /** A file that a browser may request. */
    Optional<byte[]> find(String path) {
        return mediaType(path).isEmpty() ? Optional.empty() : Optional.ofNullable(files.get(path));
    }

    /** The media type for the extension of a file name; empty for files that no browser needs. */
    static Optional<String> mediaType(String path) {
        return Optional.ofNullable(MEDIA_TYPES.get(path.substring(path.lastIndexOf('.') + 1)));
    }

    /** The source expression of an inline script in a content security policy. */
    static String scriptHash(String script) {
        return "'sha256-" + Base64.getEncoder().encodeToString(sha256().digest(script.getBytes(StandardCharsets.UTF_8)))
                + "'";
    }

    private static String version(Map<String, byte[]> files) {
        MessageDigest digest = sha256();
        files.forEach((name, content) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(content);
        });
        return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_LENGTH);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
