package dev.baton.server;

import dev.baton.jdbc.FileIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a server on SQLite, as they were when the server opened them. Safe from any thread.
 *
 * @param identities one for each file; none on PostgreSQL
 * @param directory where they are; null on PostgreSQL
 */
record StorageFiles(List<FileIdentity> identities, @Nullable Path directory) {

    /** With less free space than this, nothing useful can be written. */
    private static final long TOO_LITTLE = 64L * 1024;

    static final StorageFiles NONE = new StorageFiles(List.of(), null);

    /** The files that exist now. */
    static StorageFiles of(Path... files) {
        StorageFiles all = new StorageFiles(
                Arrays.stream(files).map(FileIdentity::new).toList(),
                files[0].toAbsolutePath().getParent());
        // Later checks compare with the first one.
        boolean unused = all.objections().isEmpty();
        return all;
    }

    /** The problem with the files, in words; empty if there is none. */
    List<String> objections() {
        List<String> objections = new ArrayList<>();
        for (FileIdentity identity : identities) {
            if (identity.objection() != null) {
                // The message does not name the directory, because the endpoint needs no token.
                objections.add(identity.name() + " was removed or replaced while it is in use");
            }
        }
        if (directory != null && directory.toFile().getUsableSpace() < TOO_LITTLE) {
            objections.add("its disk is full");
        }
        return objections;
    }
}
