package dev.baton.bench;

/** One thing to measure. */
interface Part {

    /** The part of the table it belongs to, for {@code --only}. */
    char letter();

    /** Measures, and adds lines to the table. */
    void measure(Table table, Effort effort) throws Exception;
}
