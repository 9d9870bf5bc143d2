package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import dev.baton.Listener;
import dev.baton.policy.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener is told what happens, an interceptor stands around a body: here one of our own and a circuit breaker. */
public final class ListenersAndInterceptors {

    private ListenersAndInterceptors() {}

    /** What came of it: the last execution, what the listener heard, and the jobs whose calls our interceptor saw. */
    public record Result(Execution last, List<String> heard, List<String> calls) {}

    /** Calls a service that is down three times; the third call does not reach it. */
    public static Result run() throws InterruptedException {
        List<String> heard = new CopyOnWriteArrayList<>();
        List<String> calls = new CopyOnWriteArrayList<>();
        Baton.Builder settings = Baton.builder()
                .listen(new Listener() {
                    @Override
                    public void runFinished(RunEvent event) {
                        heard.add(event.job() + " ended as " + event.status() + ": " + event.detail());
                    }

                    @Override
                    public void runSkipped(RunEvent event) {
                        heard.add(event.job() + " was skipped");
                    }
                })
                .intercept(call -> {
                    calls.add(call.context().jobName());
                    return call.proceed();
                });
        Execution last;
        try (Baton baton = settings.build().start()) {
            baton.add(Job.named("call")
                    .intercept(CircuitBreaker.after(2, Duration.ofMinutes(1)))
                    .run(context -> {
                        throw new IllegalStateException("the service is down");
                    }));
            baton.trigger("call").await(Duration.ofSeconds(5));
            baton.trigger("call").await(Duration.ofSeconds(5));
            last = baton.trigger("call").await(Duration.ofSeconds(5));
        }
        return new Result(last, List.copyOf(heard), List.copyOf(calls));
    }

    public static void main(String[] args) throws InterruptedException {
        run().heard().forEach(System.out::println);
    }
}
