package dev.baton.jdbc;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that refuses the login of a node that is running, as after its password was changed. */
@Timeout(120)
class RefusedLoginTest {

    private final PGSimpleDataSource login = RealPostgres.withOwnLogin(RealPostgres.freshSchema());
    private final CountDownLatch refused = new CountDownLatch(6);

    private DataSource source() {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    try {
                        return method.invoke(login, arguments);
                    } catch (InvocationTargetException failure) {
                        // The listener connects whether or not anything is to be recorded.
                        if (!Thread.currentThread().getName().equals("baton-listener")) {
                            refused.countDown();
                        }
                        throw failure.getCause();
                    }
                });
    }

    @Test
    void a_success_during_it_is_recorded_as_one_when_the_login_is_accepted_again() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        try (Baton baton = Baton.builder()
                .store(Stores.postgres(source()))
                .lease(Duration.ofMinutes(2))
                .build()) {
            baton.add(Job.named("long").run(context -> {
                calls.incrementAndGet();
                running.countDown();
                end.await();
            }));
            baton.start();
            Execution execution = baton.trigger("long");
            running.await();
            RealPostgres.forbidLogin(login);
            end.countDown();
            refused.await();
            RealPostgres.allowLogin(login);

            assertThat(execution.await(Duration.ofSeconds(60))).succeeded();
            assertThat(calls).hasValue(1);
        }
    }
}
