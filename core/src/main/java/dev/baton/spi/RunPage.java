package dev.baton.spi;

import java.util.List;

/**
 * A page of the runs of an execution.
 *
 * <pre>{@code
 * for (int from = 0; from < steps; ) {
 *     RunPage page = store.runs(id, from, steps, 1_000_000);
 *     page.runs().forEach(run -> System.out.println(run.job() + " is " + run.state().status()));
 *     from = page.next();
 * }
 * }</pre>
 *
 * @param runs the runs that have started an attempt or have ended, in the order of their steps
 * @param next the number of the first step that was not read
 */
public record RunPage(List<RunRecord> runs, int next) {}
