package dev.baton.server;

import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the OpenAPI document of this version to a file, for programs that generate clients from it. */
public final class OpenApiFile {

    private static final String PATH = "/api/v1/openapi.json";

    private OpenApiFile() {}

    /**
     * Writes the document.
     *
     * @param args the file
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 1) {
            throw new IllegalArgumentException("name the file for the OpenAPI document");
        }
        Path file = Path.of(args[0]).toAbsolutePath();
        Files.createDirectories(file.resolveSibling("."));
        Path data = Files.createTempDirectory("baton-openapi");
        try {
            write(data, file);
        } finally {
            remove(data);
        }
    }

    /** Asks a server started for this purpose, so that the document is the one that clients will get. */
    private static void write(Path data, Path file) throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("BATON_SERVER_PORT", "0", "BATON_SERVER_DATA_DIR", data.toString());
        Configuration configuration =
                new ConfigLoader(environment, Set.of()).parse("openapi", "").orThrow();
        try (BatonServer server = BatonServer.start(() -> configuration)) {
            String token = Files.readString(data.resolve("admin.token")).strip();
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve(PATH))
                    .header("Authorization", "Bearer " + token)
                    .build();
            HttpResponse<Path> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofFile(file));
            if (response.statusCode() != 200) {
                throw new IOException(PATH + " answered " + response.statusCode());
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
