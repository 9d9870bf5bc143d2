package dev.baton.test;

import dev.baton.Baton;
import dev.baton.spi.Store;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The store that tests run on: memory, or the store of the system property {@value #PROPERTY}, which names a class with
 * a public constructor that supplies a fresh store each time. One set of tests thus runs on every store.
 *
 * <pre>{@code
 * Baton baton = StoreUnderTest.builder().build(); // with -Dbaton.test.store=… on that store
 * }</pre>
 */
public final class StoreUnderTest {

    /** The system property with the class name of a {@code Supplier<Store>}. */
    public static final String PROPERTY = "baton.test.store";

    /** Tests use a fake clock, and real leases would expire while it stands still. */
    private static final Duration LEASE = Duration.ofDays(365);

    private StoreUnderTest() {}

    /** Whether tests run in memory, without a store. */
    public static boolean isMemory() {
        return System.getProperty(PROPERTY) == null;
    }

    /** A scheduler's settings with a fresh store of the kind under test. */
    public static Baton.Builder builder() {
        String supplier = System.getProperty(PROPERTY);
        Baton.Builder builder = Baton.builder();
        return supplier == null ? builder : builder.store(newStore(supplier)).lease(LEASE);
    }

    private static Store newStore(String supplier) {
        try {
            Supplier<?> stores = Class.forName(supplier)
                    .asSubclass(Supplier.class)
                    .getConstructor()
                    .newInstance();
            return (Store) stores.get();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "-D" + PROPERTY + "=" + supplier + " does not name a class that supplies stores", e);
        }
    }
}
