package dev.baton.jdbc;

import dev.baton.spi.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A store whose process is held up for so long, between the end of a body that has a transaction of its own and the
 * recording of it, that it was declared dead and goes on as another node.
 */
final class ReplacedNode {

    private final Store real;
    private final SqlEvent death;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final CountDownLatch opened = new CountDownLatch(2);

    /** Something that happens in the database. */
    @FunctionalInterface
    interface SqlEvent {
        void happen() throws Exception;
    }

    ReplacedNode(Store real, SqlEvent death) {
        this.real = real;
        this.death = death;
    }

    void replaceBeforeNextRecord() {
        armed.set(true);
    }

    Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (isRecordingOwn(method, arguments) && armed.compareAndSet(true, false)) {
                        death.happen();
                        opened.await();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        if (method.getName().equals("open")) {
                            opened.countDown();
                        }
                    }
                });
    }

    private static boolean isRecordingOwn(Method method, Object[] arguments) {
        return method.getName().equals("commit") && ((Store.Commit) arguments[0]).transaction() != null;
    }
}
