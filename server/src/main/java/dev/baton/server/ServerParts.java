package dev.baton.server;

import dev.baton.Body;
import dev.baton.Calendar;
import dev.baton.Fanout;
import dev.baton.Guard;
import dev.baton.server.config.Configuration;
import dev.baton.server.dispatch.Task;
import dev.baton.server.kind.Parts;
import dev.baton.server.spec.WaitWork;
import dev.baton.server.spec.WindowWork;
import java.util.List;

/** What the server's jobs and workflows are put together from. */
final class ServerParts {

    /** With what a configuration says. */
    Parts with(Configuration configuration) {
        return new Parts() {
            @Override
            public Fanout.Source items(String uri) {
                return context -> java.util.List.of(uri);
            }

            @Override
            public Body<?> waiting(WaitWork work) {
                return new dev.baton.Approval("x");
            }

            @Override
            public Body<?> window(String job, WindowWork work, Task task) {
                return task;
            }

            @Override
            public Guard when(String expression) {
                return context -> java.util.Optional.empty();
            }

            @Override
            public Calendar calendar(String name) {
                throw new IllegalStateException();
            }

            @Override
            public List<String> secrets() {
                return List.copyOf(configuration.named().secrets().values());
            }
        };
    }
}
