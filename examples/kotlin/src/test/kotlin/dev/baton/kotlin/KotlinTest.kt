package dev.baton.kotlin

import dev.baton.Fanout
import dev.baton.Job
import dev.baton.Submission
import dev.baton.Workflow
import dev.baton.policy.Retry
import dev.baton.test.Assumption
import dev.baton.test.BatonAssertions.assertThat
import dev.baton.test.BatonExtension
import dev.baton.test.BatonTest
import java.time.Duration
import java.util.function.Consumer
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

/** The builders as they read from Kotlin, with its null safety. */
@ExtendWith(BatonExtension::class)
class KotlinTest {

    data class Charge(val customer: String, val cents: Long)

    data class Receipt(val customer: String)

    private val charge = Job.named("charge")
        .takes(Charge::class.java)
        .returns(Receipt::class.java)
        .retry(Retry.fixed(3, Duration.ofSeconds(1)))
        .call { _, order -> Receipt(order.customer) }

    @Test
    fun `a typed job takes a data class and returns one`(test: BatonTest) {
        test.baton().add(charge)
        val charged = test.baton().trigger(charge, Charge("Ada", 990))
        test.settle()
        val receipt: Receipt = charged.output(charge)
        assertThat(receipt).isEqualTo(Receipt("Ada"))
    }

    @Test
    fun `a workflow reads like one`(test: BatonTest) {
        val etl = Workflow.define("etl", Consumer { w ->
            w.cron("0 2 * * *").zone("Europe/Berlin")
            val extract = w.call("extract") { listOf(1, 2, 3) }
            val squares = w.fanout("squares", extract, Int::class.javaObjectType) { _, n -> n * n }
            w.run("load") { context -> check(context.output(squares).sum() == 14) }.after(squares)
            w.run("alert") { context -> context.log().warn(context.reason()) }.after(extract.failed())
            w.finalRun("cleanup") { }
        })
        test.add(etl)
        test.advanceTo("2026-01-01T03:00:00+01:00")
        assertThat(test.lastExecution(etl)).succeeded().ran("load", "cleanup").skipped("alert")
    }

    @Test
    fun `submissions and assumptions chain`(test: BatonTest) {
        test.baton().add(charge)
        test.assume("charge", Assumption.failsWith(IllegalStateException("busy")).times(1))
        val submitted = test.baton().submit(
            Submission.of(charge, Charge("Ada", 1)).key("ada").delay(Duration.ofHours(1)).priority(5)
        )
        test.advance(Duration.ofHours(2))
        assertThat(submitted).succeeded().hadAttempts("charge", 2)
        assertThat(Fanout.over(listOf("a")).concurrency(2).concurrency()).isEqualTo(2)
    }
}
