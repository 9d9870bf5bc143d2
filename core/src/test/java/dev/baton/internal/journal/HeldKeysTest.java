package dev.baton.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ExecutionStatus;
import dev.baton.Trigger;
import dev.baton.internal.time.SystemTime;
import dev.baton.spi.ExecutionRecord;
import dev.baton.spi.Store;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HeldKeysTest {

    private final SystemTime time = new SystemTime();
    private final HeldKeys keys = new HeldKeys(time, new GroupCommit(time, task -> {}, new Unwritten()));

    /** Writes nothing: the test says what became of each entry. */
    private static final class Unwritten implements GroupCommit.Writing {

        @Override
        public Batch newBatch() {
            return Batch.ofOne(new UUID(0, 1));
        }

        @Override
        public void gather(Object entry, Batch batch) {}

        @Override
        public GroupCommit.Written write(Batch batch) {
            return () -> {};
        }

        @Override
        public boolean isGivenUp() {
            return false;
        }
    }

    private static Batch.Created submission(String key) {
        var cause = new ExecutionRecord.Cause(Trigger.SUBMIT, 0, 1, 0, "{}", key);
        var place = new ExecutionRecord.Place("default", Set.of(), 0, null);
        var state = new ExecutionRecord.State(null, ExecutionStatus.RUNNING, 0, 0, 0, 1);
        var execution = new ExecutionRecord(UUID.randomUUID(), "job", cause, place, state);
        var creation = new Store.Creation(execution, null, true);
        return new Batch.Created(List.of(creation), Map.of(), new CompletableFuture<>());
    }

    private void putAside(Batch.Created entry) {
        Batch batch = Batch.ofOne(new UUID(0, 1));
        batch.add(entry);
        keys.putAside(batch, rest -> () -> {});
    }

    @Test
    void a_key_stays_held_for_the_others_when_one_submission_gives_up() {
        Batch.Created first = submission("order-42");
        Batch.Created second = submission("order-42");
        putAside(first);
        putAside(second);
        putAside(second);

        first.withdraw();
        assertThat(keys.concern(second)).isTrue();

        second.withdraw();
        assertThat(keys.concern(submission("order-42"))).isFalse();
    }
}
