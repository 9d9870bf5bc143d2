package dev.baton.spi;

import dev.baton.Submission;
import java.util.List;
import java.util.UUID;

/**
 * A transaction that the caller of {@code trigger} or {@code submit} has open on the store's database. Executions that
 * are started in it exist if and only if it commits. With {@code baton-jdbc}, {@code Enqueue.in(connection)} makes one.
 *
 * <pre>{@code
 * Baton baton = Baton.builder()
 *         .store(Stores.postgres(dataSource))
 *         .join(() -> inTransaction() ? Enqueue.in(connection()) : null)
 *         .build();
 * }</pre>
 */
@FunctionalInterface
public interface CallerTransaction {

    /**
     * Records executions in the transaction, without committing it.
     *
     * @param submissions the executions to start; none of them has parents
     * @return the ids, in the same order: of the new executions, or of those that have the same idempotency key
     */
    List<UUID> enqueue(List<Submission> submissions);
}
