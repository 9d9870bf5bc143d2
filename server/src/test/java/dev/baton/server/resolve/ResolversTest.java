package dev.baton.server.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResolversTest {

    private static final ResolveContext CONTEXT = new ResolveContext(10, Origin.CONFIGURATION, Instant.EPOCH);

    @TempDir
    Path folder;

    private final Resolvers resolvers =
            new Resolvers(List.of(new FileResolver(Folders.NONE), new SqlResolver(Map.of())));

    @Test
    void the_scheme_says_who_is_asked() throws Exception {
        Path file = Files.writeString(folder.resolve("targets.txt"), "a");
        assertThat(resolvers.resolve("FILE://" + file, CONTEXT)).containsExactly("a");
    }

    @Test
    void a_scheme_that_nobody_knows_is_refused_with_those_that_are_known() {
        assertThatThrownBy(() -> resolvers.resolve("fil:///a", CONTEXT))
                .isInstanceOf(ResolveException.class)
                .hasMessage(
                        "items cannot be fetched from fil://. Possible are file://, sql://. Did you mean \"file\"?");
    }

    @Test
    void an_address_without_a_scheme_is_refused() {
        assertThatThrownBy(() -> resolvers.resolve("/etc/targets.txt", CONTEXT))
                .isInstanceOf(ResolveException.class)
                .hasMessageContaining("names no scheme");
    }

    @Test
    void two_for_one_scheme_are_a_mistake() {
        FileResolver file = new FileResolver(Folders.NONE);
        assertThatThrownBy(() -> new Resolvers(List.of(file, file))).isInstanceOf(IllegalArgumentException.class);
    }
}
