package dev.baton.examples.micronaut;

import dev.baton.Job;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;

/** The jobs of the application, each a bean. */
@Factory
class Jobs {

    @Singleton
    Job report() {
        return Job.named("report").cron("0 2 * * *").call(context -> 42);
    }
}
