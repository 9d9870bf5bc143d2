package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Job;
import java.time.Duration;

/** A first job: it is due every night, and once now, because we cannot wait. */
public final class HelloBaton {

    private HelloBaton() {}

    /** Says hello once. */
    public static Execution run() throws InterruptedException {
        try (Baton baton = Baton.inMemory()) {
            baton.add(Job.named("hello").cron("0 2 * * *").call(context -> "Hello from attempt " + context.attempt()));
            baton.start();
            return baton.trigger("hello").await(Duration.ofSeconds(5));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(run().run("hello").output().orElseThrow());
    }
}
