package dev.baton.e2e;

import java.time.Duration;

/** How a server comes to its end. */
enum Ending {
    /** SIGTERM: it may finish what it can. */
    STOPPED {
        @Override
        void apply(ServerProcess server) {
            server.terminate(Duration.ofSeconds(30));
        }
    },
    /** SIGKILL: it notices nothing. */
    KILLED {
        @Override
        void apply(ServerProcess server) {
            server.kill();
        }
    };

    abstract void apply(ServerProcess server);
}
