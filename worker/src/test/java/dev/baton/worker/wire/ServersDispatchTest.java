package dev.baton.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.UnknownWorkerException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServersDispatchTest {

    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of(), Set.of("shell"), Set.of(), 1, "1");
    private static final List<Dispatch.Progress> ONE_RUN = List.of(new Dispatch.Progress("lease", null, null));

    private final Server first = new Server("at-first");
    private final Server second = new Server("at-second");
    private final AtomicLong nanos = new AtomicLong();
    private final ServersDispatch servers = new ServersDispatch(List.of(first, second), nanos::get);

    @Test
    void the_first_server_that_answers_is_taken() {
        first.isDown = true;
        assertThat(servers.register(SOMEBODY).worker()).isEqualTo("at-second");
    }

    @Test
    void it_cannot_register_while_no_server_answers() {
        first.isDown = true;
        second.isDown = true;
        assertThatThrownBy(() -> servers.register(SOMEBODY)).isInstanceOf(DispatchUnavailableException.class);
        first.isDown = false;
        assertThat(servers.register(SOMEBODY).worker()).isEqualTo("at-first");
    }

    @Test
    void an_idle_worker_turns_to_the_next_at_once() {
        String worker = servers.register(SOMEBODY).worker();
        first.isDown = true;
        assertThatThrownBy(() -> servers.claim(worker, 1, Duration.ZERO)).isInstanceOf(UnknownWorkerException.class);
        assertThat(servers.register(SOMEBODY).worker()).isEqualTo("at-second");
    }

    @Test
    void one_that_has_runs_waits_until_their_leases_have_ended() {
        String worker = servers.register(SOMEBODY).worker();
        servers.heartbeat(worker, ONE_RUN);
        first.isDown = true;
        nanos.addAndGet(Duration.ofSeconds(9).toNanos());
        assertThatThrownBy(() -> servers.heartbeat(worker, ONE_RUN)).isInstanceOf(DispatchUnavailableException.class);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThatThrownBy(() -> servers.heartbeat(worker, ONE_RUN)).isInstanceOf(UnknownWorkerException.class);
    }

    @Test
    void a_server_that_comes_back_in_time_is_told_what_was_done() {
        String worker = servers.register(SOMEBODY).worker();
        servers.heartbeat(worker, ONE_RUN);
        first.isDown = true;
        assertThatThrownBy(() -> servers.heartbeat(worker, ONE_RUN)).isInstanceOf(DispatchUnavailableException.class);
        first.isDown = false;
        servers.finish(worker, "lease", new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, null));
        assertThat(first.finished).isEqualTo("lease");
    }

    /** A server that can be down. */
    private static final class Server implements Dispatch {

        private final String worker;
        private boolean isDown;
        private String finished = "";

        Server(String worker) {
            this.worker = worker;
        }

        private void answer() {
            if (isDown) {
                throw new DispatchUnavailableException("down");
            }
        }

        @Override
        public Registration register(Introduction introduction) {
            answer();
            return new Registration(worker, Duration.ofSeconds(2), Duration.ofSeconds(10));
        }

        @Override
        public List<Assignment> claim(String who, int most, Duration patience) {
            answer();
            return List.of();
        }

        @Override
        public Pulse heartbeat(String who, Collection<Progress> running) {
            answer();
            return new Pulse(Set.of(), Set.of(), false);
        }

        @Override
        public void log(String who, String lease, List<LogEntry> entries) {
            answer();
        }

        @Override
        public void finish(String who, String lease, Result result) {
            answer();
            finished = lease;
        }

        @Override
        public void leave(String who) {
            answer();
        }
    }
}
