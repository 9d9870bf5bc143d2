package dev.baton.server.resolve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which files may be looked at. The configuration may name any; whoever comes over the API only such that lie in a
 * folder that the configuration opens to them, and no link leads out of there.
 *
 * @param open the folders that are open to the API
 */
public record Folders(List<Path> open) {

    /** None is open. */
    public static final Folders NONE = new Folders(List.of());

    /** Copies the folders. */
    public Folders {
        open = List.copyOf(open);
    }

    /**
     * The file that a path really leads to, whether it is there or not.
     *
     * @throws ResolveException when whoever chose the path may not look there
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

    /** Follows all links of what is there of a path; nothing for a link to nowhere, which may lead anywhere later. */
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
