package dev.baton.server.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Decides which files definitions may read. The configuration file may name any file. Definitions made through the API
 * may name only files in folders that the configuration opens, and no symbolic link may lead out of them.
 *
 * @param open the folders that are open to the API
 */
public record Folders(List<Path> open) {

    /** No folder is open. */
    public static final Folders NONE = new Folders(List.of());

    /** Copies the folders. */
    public Folders {
        open = List.copyOf(open);
    }

    /**
     * The real path of a file, which may not exist.
     *
     * @throws ResolveException if the author of the path may not read there
     */
    public Path check(Path path, Origin origin) throws ResolveException {
        if (!path.isAbsolute()) {
            throw new ResolveException("\"%s\" is not an absolute path".formatted(path));
        }
        if (origin == Origin.CONFIGURATION) {
            return path;
        }
        Optional<Path> real = real(path.normalize());
        boolean isOpen = real.isPresent()
                && open.stream().flatMap(folder -> real(folder).stream()).anyMatch(real.get()::startsWith);
        if (!isOpen) {
            throw new ResolveException(
                    "\"%s\" is not in a folder that is open to definitions made over the API. Write the definition into the configuration file, or open the folder there"
                            .formatted(path));
        }
        return real.get();
    }

    /** Follows the links in the existing part of a path; empty for a dangling link, which may lead anywhere later. */
    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException e) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            if (parent == null || name == null || Files.isSymbolicLink(path)) {
                return Optional.empty();
            }
            return real(parent).map(folder -> folder.resolve(name));
        }
    }
}
