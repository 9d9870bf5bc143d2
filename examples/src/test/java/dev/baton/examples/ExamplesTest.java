package dev.baton.examples;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Execution;
import dev.baton.RunStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each example works, and ends by itself. */
class ExamplesTest {

    @Test
    void hello_baton_says_hello() throws Exception {
        assertThat(HelloBaton.run()).succeeded().hasOutput("hello", "Hello from attempt 1");
    }

    @Test
    void the_etl_workflow_succeeds_after_a_retry() throws Exception {
        assertThat(Etl.run())
                .succeeded()
                .hadAttempts("rates", 2)
                .skipped("archive", "alert")
                .ran("orders", "customers", "rates", "clean", "merge", "load", "cleanup");
    }

    @Test
    void two_open_shops_are_enough_and_the_closed_one_is_noted() throws Exception {
        assertThat(Branches.run("west"))
                .succeeded()
                .failed("west")
                .ran("north", "south", "compare", "complain", "tell");
    }

    @Test
    void nobody_complains_when_all_shops_are_open() throws Exception {
        assertThat(Branches.run("")).succeeded().skipped("complain").ran("compare", "tell");
    }

    @Test
    void a_flaky_job_succeeds_a_slow_one_times_out_and_a_second_one_is_skipped() throws Exception {
        List<Execution> executions = RetriesTimeoutsOverlap.run();
        assertThat(executions.get(0)).succeeded().hadAttempts("flaky", 3);
        assertThat(executions.get(1)).has("slow", RunStatus.TIMEOUT);
        assertThat(executions.get(2)).ran("alone");
        assertThat(executions.get(3)).has("alone", RunStatus.SKIPPED, "previous run still active");
    }

    @Test
    void jobs_linked_by_name_run_one_after_another() throws Exception {
        assertThat(DependenciesByName.run())
                .succeeded()
                .startedInOrder("import", "index", "publish")
                .hasOutput("index", "42 indexed")
                .skipped("apologise");
    }

    @Test
    void the_third_call_does_not_reach_a_service_that_is_down() throws Exception {
        ListenersAndInterceptors.Result result = ListenersAndInterceptors.run();
        assertThat(result.last()).has("call", RunStatus.SKIPPED, "the circuit breaker is open");
        assertThat(result.calls()).containsExactly("call", "call", "call");
        assertThat(result.heard())
                .containsExactly(
                        "call ended as failure: the service is down",
                        "call ended as failure: the service is down",
                        "call was skipped");
    }

    @Test
    void the_words_of_all_pages_are_added_up() throws Exception {
        assertThat(WordCount.run()).succeeded().hasOutput("count", 10);
    }

    @Test
    void a_release_ships_when_it_is_approved_and_rolls_back_when_it_is_rejected() throws Exception {
        assertThat(ReleaseWithApproval.run(true)).containsExactly("built", "shipped");
        assertThat(ReleaseWithApproval.run(false)).containsExactly("built", "rolled back");
    }
}
