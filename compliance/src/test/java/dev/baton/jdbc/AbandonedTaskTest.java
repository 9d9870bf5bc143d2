package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.spi.Store;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scheduler closes while its database is so slow that a task of its own still waits for it. */
@Timeout(120)
class AbandonedTaskTest {

    private final PrintStream console = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final CompletableFuture<Thread> receiving = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    @AfterEach
    void restoreConsole() {
        System.setErr(console);
    }

    /** Reads its messages only when it is closed. */
    private Store slow(Store real) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> call(real, method, arguments));
    }

    private Object call(Store real, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("receive")) {
            receiving.complete(Thread.currentThread());
            closed.await();
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            if (method.getName().equals("close")) {
                closed.countDown();
            }
        }
    }

    @Test
    void a_task_that_finds_the_store_closed_is_no_error() throws Exception {
        Baton baton =
                Baton.on(slow(Stores.postgres(RealPostgres.freshSchema()))).start();
        Thread task = receiving.get();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        baton.close();
        task.join();
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("closing all the same")
                .doesNotContain("ERROR");
    }
}
