package dev.baton.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LatestIdsTest {

    private final LatestIds ids = new LatestIds(2);
    private final UUID first = UUID.randomUUID();

    @Test
    void an_id_is_new_once() {
        assertThat(ids.add(first)).isTrue();
        assertThat(ids.add(first)).isFalse();
    }

    @Test
    void an_id_is_forgotten_after_as_many_others_as_are_remembered() {
        ids.add(first);
        ids.add(UUID.randomUUID());
        assertThat(ids.add(first)).isFalse();
        ids.add(UUID.randomUUID());
        assertThat(ids.add(first)).isTrue();
    }
}
