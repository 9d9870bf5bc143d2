package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.Baton;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Submission;
import dev.baton.error.NotRecordedException;
import dev.baton.spi.Store;
import dev.baton.spi.StoreUnavailableException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A caller is told that an execution was not started: then it is not started later either, unless he was told that too. */
@Timeout(120)
class WithdrawnStartTest {

    @TempDir
    private Path directory;

    private enum Commits {
        WORK,
        /** The next one takes effect, and its answer is lost. */
        LOSE_ANSWER,
        FAIL
    }

    private volatile Commits commits = Commits.WORK;
    private final CountDownLatch away = new CountDownLatch(1);

    private Store watched(Store real) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> call(real, method, arguments));
    }

    private Object call(Store real, Method method, Object[] arguments) throws Throwable {
        Commits how = method.getName().equals("commit") ? commits : Commits.WORK;
        if (how == Commits.FAIL) {
            throw new StoreUnavailableException("away", new IOException("away"), true);
        }
        Object answer;
        try {
            answer = method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        if (how == Commits.LOSE_ANSWER) {
            commits = Commits.FAIL;
            away.countDown();
            throw new StoreUnavailableException("lost", new IOException("lost"));
        }
        return answer;
    }

    private static Submission once(String key) {
        return Submission.of("job").key(key);
    }

    @Test
    void what_was_refused_never_starts_and_what_is_in_doubt_is_said_to_be() throws Exception {
        Store real = Stores.sqlite(directory.resolve("baton.db"));
        try (Baton baton = Baton.builder().store(watched(real)).build()) {
            baton.add(Job.named("job").run(context -> {}));
            baton.start();
            commits = Commits.LOSE_ANSWER;
            CompletableFuture<NotRecordedException> inDoubt = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(NotRecordedException.class, () -> baton.submit(once("in-doubt"))));
            away.await();
            NotRecordedException refused =
                    catchThrowableOfType(NotRecordedException.class, () -> baton.submit(once("refused")));

            assertThat(refused.isCertain()).isTrue();
            assertThat(refused).hasMessageContaining("was not started, and will not be");
            assertThat(inDoubt.join().isCertain()).isFalse();
            assertThat(inDoubt.join()).hasMessageContaining("not known").hasMessageContaining("same key");

            commits = Commits.WORK;
            // Everything that waited is recorded before something later is.
            assertThat(baton.submit(once("later")).await(Duration.ofSeconds(60)).status())
                    .isEqualTo(ExecutionStatus.SUCCESS);
            assertThat(real.withKey("refused")).isEmpty();
            assertThat(real.withKey("in-doubt")).isPresent();
            assertThat(baton.submit(once("refused"))
                            .await(Duration.ofSeconds(60))
                            .status())
                    .isEqualTo(ExecutionStatus.SUCCESS);
        }
    }
}
