package dev.baton.server.api.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.security.Role;
import dev.baton.server.security.Scope;
import dev.baton.worker.Dispatch;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.WorkerNotAllowedException;
import dev.baton.worker.wire.HttpDispatch;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which token may speak for which worker. */
class WorkerTokensTest extends WorkerFixture {

    @Test
    void nobody_returns_as_the_worker_of_another_token_or_host() {
        String worker = dispatch().register(SOMEBODY).worker();
        Dispatch.Introduction impostor = SOMEBODY.withFormer(new Dispatch.Former(worker, Set.of()));
        String other = server.tokens.create("other", Role.WORKER, null).secret().reveal();
        assertThat(new HttpDispatch(server.address(), other).register(impostor).worker())
                .isNotEqualTo(worker);
        Dispatch.Introduction copied = new Dispatch.Introduction(
                "somebody",
                Set.of(),
                Set.of(),
                Set.of("shell"),
                Set.of(),
                4,
                "1",
                "another host",
                new Dispatch.Former(worker, Set.of()));
        assertThat(dispatch().register(copied).worker()).isNotEqualTo(worker);
        assertThat(server.services.dispatcher().workers()).hasSize(3);
    }

    @Test
    void a_token_of_another_role_is_no_workers_token() {
        for (Role role : List.of(Role.VIEWER, Role.OPERATOR)) {
            HttpDispatch dispatch = new HttpDispatch(server.address(), server.secret(role));
            assertThatThrownBy(() -> dispatch.register(SOMEBODY)).isInstanceOf(WorkerNotAllowedException.class);
        }
        HttpDispatch stranger = new HttpDispatch(server.address(), "btn_nobody");
        assertThatThrownBy(() -> stranger.register(SOMEBODY)).isInstanceOf(WorkerNotAllowedException.class);
    }

    @Test
    void nobody_speaks_for_a_worker_that_another_token_registered() {
        String worker = dispatch().register(SOMEBODY).worker();
        String other = server.tokens.create("other", Role.WORKER, null).secret().reveal();
        HttpDispatch intruder = new HttpDispatch(server.address(), other);
        assertThatThrownBy(() -> intruder.heartbeat(worker, List.of())).isInstanceOf(UnknownWorkerException.class);
        assertThatThrownBy(() -> intruder.leave(worker)).isInstanceOf(UnknownWorkerException.class);
        assertThat(dispatch().heartbeat(worker, List.of()).draining()).isFalse();
    }

    @Test
    void a_token_that_is_bound_to_queues_and_labels_serves_no_other() {
        Scope scope = new Scope(Set.of("eu"), Set.of("gpu"));
        String token =
                server.tokens.create("bound", Role.WORKER, null, scope).secret().reveal();
        HttpDispatch bound = new HttpDispatch(server.address(), token);

        bound.register(worker(Set.of(), Set.of("gpu")));
        bound.register(worker(Set.of("eu"), Set.of()));
        assertThat(server.get("/api/v1/workers").json().path("items"))
                .allSatisfy(
                        worker -> assertThat(worker.path("queues").toString()).isEqualTo("[\"eu\"]"));
        assertThatThrownBy(() -> bound.register(worker(Set.of("us"), Set.of())))
                .isInstanceOf(WorkerNotAllowedException.class)
                .hasMessageContaining("eu");
        assertThatThrownBy(() -> bound.register(worker(Set.of("eu"), Set.of("prod"))))
                .hasMessageContaining("gpu");
    }

    private static Dispatch.Introduction worker(Set<String> queues, Set<String> labels) {
        return new Dispatch.Introduction("bound", queues, labels, Set.of("shell"), Set.of(), 1, "1");
    }
}
