package dev.baton.server.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test on two servers that share a PostgreSQL. Both are new for each test. */
abstract class OnTwoServers {

    private final String definitionsOfA;
    private final String definitionsOfB;

    @TempDir
    private Path directory;

    Cluster cluster;
    Cluster.Member a;
    Cluster.Member b;

    /** With these definitions in both files. */
    OnTwoServers(String definitions) {
        this(definitions, definitions);
    }

    OnTwoServers(String definitionsOfA, String definitionsOfB) {
        this.definitionsOfA = definitionsOfA;
        this.definitionsOfB = definitionsOfB;
    }

    @BeforeEach
    void start() throws Exception {
        cluster = new Cluster(directory);
        a = cluster.server("a", definitionsOfA);
        b = cluster.server("b", definitionsOfB);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }
}
