package dev.baton.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.worker.Assignment;
import dev.baton.worker.Dispatch;
import dev.baton.worker.DispatchUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServersDispatchTest {

    private static final Dispatch.Introduction SOMEBODY =
            new Dispatch.Introduction("somebody", Set.of(), Set.of(), Set.of("shell"), Set.of(), 1, "1");
    private static final List<Dispatch.Progress> ONE_RUN = List.of(new Dispatch.Progress("lease", null, null));

    private final Server first = new Server("at-first");
    private final Server second = new Server("at-second");
    private final ServersDispatch servers = new ServersDispatch(List.of(first, second));

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
    void a_worker_turns_to_the_next_server_at_once_and_stays_who_it_is() {
        String worker = servers.register(SOMEBODY).worker();
        first.isDown = true;
        servers.heartbeat(worker, ONE_RUN);
        assertThat(second.heard).isEqualTo(worker);
    }

    @Test
    void a_result_goes_to_whichever_server_answers() {
        String worker = servers.register(SOMEBODY).worker();
        servers.heartbeat(worker, ONE_RUN);
        first.isDown = true;
        servers.finish(worker, "lease", new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, null));
        assertThat(second.finished).isEqualTo("lease");
    }

    @Test
    void it_stays_with_the_server_that_answered_last() {
        String worker = servers.register(SOMEBODY).worker();
        first.isDown = true;
        servers.heartbeat(worker, ONE_RUN);
        first.isDown = false;
        servers.finish(worker, "lease", new Dispatch.Result(Dispatch.Outcome.SUCCESS, null, null, null));
        assertThat(first.finished).isEmpty();
        assertThat(second.finished).isEqualTo("lease");
    }

    /** A server that can be down. */
    private static final class Server implements Dispatch {

        private final String worker;
        private boolean isDown;
        private String finished = "";
        private String heard = "";

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
            heard = who;
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
