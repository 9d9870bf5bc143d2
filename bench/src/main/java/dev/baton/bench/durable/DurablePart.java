package dev.baton.bench.durable;

import dev.baton.bench.Effort;

/** One thing to measure of durable schedulers. */
interface DurablePart {

    /** The part of the table it belongs to, for {@code --only}. */
    char letter();

    /** Measures, and adds lines to the table. */
    void measure(Standings standings, Effort effort) throws Exception;
}
