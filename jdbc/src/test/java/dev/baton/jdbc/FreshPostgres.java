package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.util.function.Supplier;

/** For {@code -Dbaton.test.store}: each store in a new schema. */
public final class FreshPostgres implements Supplier<Store> {

    @Override
    public Store get() {
        return Stores.postgres(RealPostgres.freshSchema());
    }
}
