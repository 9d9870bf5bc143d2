package dev.baton.server.resolve;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@code file:///path}: one item for each line that is neither empty nor a comment. */
public final class FileResolver implements Resolver {

    private static final long LARGEST = 64L << 20;

    private final Folders folders;

    /** Creates a resolver with the folders that are open to the API. */
    public FileResolver(Folders folders) {
        this.folders = folders;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("file");
    }

    @Override
    public List<Object> resolve(String uri, ResolveContext context) throws ResolveException {
        Path file = folders.check(path(uri), context.origin());
        try {
            checkSize(file);
            try (InputStream in = new LimitedInput(Files.newInputStream(file), LARGEST);
                    Reader text = utf8(in)) {
                return ItemLines.read(text, context);
            }
        } catch (CharacterCodingException e) {
            throw new ResolveException("the file %s is not text in UTF-8. Save it as UTF-8".formatted(file), e);
        } catch (NoSuchFileException e) {
            throw new ResolveException("there is no file %s".formatted(file), e);
        } catch (IOException e) {
            throw new ResolveException("the file %s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static Path path(String uri) throws ResolveException {
        try {
            return Path.of(URI.create(uri.replace(" ", "%20")));
        } catch (IllegalArgumentException e) {
            throw new ResolveException(
                    "\"%s\" is not the address of a file: write file:///an/absolute/path".formatted(uri), e);
        }
    }

    /** Anything but a plain file (a device, a pipe) may have no end, or none within reasonable time. */
    private static void checkSize(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("it is not a plain file");
        }
        LimitedInput.check(Files.size(file), LARGEST);
    }

    private static Reader utf8(InputStream in) {
        return new InputStreamReader(
                in,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }
}
