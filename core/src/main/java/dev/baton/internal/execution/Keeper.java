package dev.baton.internal.execution;

import dev.baton.error.NotPossibleException;
import dev.baton.internal.definition.Node;
import dev.baton.spi.Codec;
import dev.baton.spi.Store;
import org.jspecify.annotations.Nullable;

/** Encodes outputs for the store, and begins the transactions that bodies write to. Safe from any thread. */
public final class Keeper {

    private final @Nullable Store store;

    private Keeper(@Nullable Store store) {
        this.store = store;
    }

    /** Keeps values as they are. */
    public static Keeper inMemory() {
        return new Keeper(null);
    }

    /** Keeps values in the form a store keeps them in. */
    public static Keeper on(Store store) {
        return new Keeper(store);
    }

    /** The form in which an output is kept. Calls the user's codec: not within a turn. */
    public Object keep(Object output, Node node) {
        if (store == null) {
            return output;
        }
        Codec codec = store.codec();
        return output instanceof Codec.Encoded encoded
                ? new Output(codec, encoded, node.loader())
                : new Output(codec, output, node.loader());
    }

    /** Reads and writes what is kept; null where values are kept as they are. */
    public @Nullable Codec codec() {
        return store == null ? null : store.codec();
    }

    /** Whether nothing else can be recorded as long as a body's transaction is open. */
    public boolean hasOneWriter() {
        return store != null && !store.isShared();
    }

    /** Begins a transaction for a body. */
    public Store.Transaction begin() {
        if (store == null) {
            throw new NotPossibleException(
                    "a body can write in the transaction that records its end only where there is one: on a store,"
                            + " not in memory.");
        }
        return store.begin();
    }
}
