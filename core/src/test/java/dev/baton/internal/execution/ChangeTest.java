package dev.baton.internal.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTest {

    private static final EffectHandler NOT_CALLED = (EffectHandler) Proxy.newProxyInstance(
            ChangeTest.class.getClassLoader(), new Class<?>[] {EffectHandler.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method);
            });

    private final Change change = Changes.plain();
    private final List<String> happened = new ArrayList<>();

    @Test
    void a_signal_that_throws_does_not_keep_the_others_from_being_sent() {
        change.signal((handler, byWorker) -> {
            throw new StackOverflowError("the first signal");
        });
        change.signal((handler, byWorker) -> happened.add("the second"));

        change.send(NOT_CALLED);

        assertThat(happened).containsExactly("the second");
    }

    @Test
    void an_effect_that_cannot_be_dropped_does_not_keep_the_others_from_being_dropped() {
        change.then(new Dropped(() -> {
            throw new IllegalStateException("the first effect");
        }));
        change.then(new Dropped(() -> happened.add("the second")));

        change.drop();

        assertThat(happened).containsExactly("the second");
    }

    private record Dropped(Runnable what) implements Effect {

        @Override
        public void happen(EffectHandler handler, boolean byWorker) {
            throw new AssertionError("nothing was recorded");
        }

        @Override
        public void drop() {
            what.run();
        }
    }
}
