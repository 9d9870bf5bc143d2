package dev.baton.bench.durable;

/** A contender whose tables can be filled without running anything. */
interface Fillable extends DurableContender {

    /** Stores this many jobs that have ended, if it keeps those, and this many that are ready. */
    void fill(Workplace workplace, int finished, int ready) throws Exception;
}
