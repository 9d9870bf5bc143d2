package dev.baton.faults;

/**
 * How much is set up to be harmed, and how much it has to do.
 *
 * @param servers how many servers there are
 * @param workers how many workers
 * @param drills how many executions are commanded at a time
 * @param underWay how many executions are under way at a time
 * @param executions how many are asked for in all
 * @param harms which harm is done
 */
record Extent(int servers, int workers, int drills, int underWay, int executions, Harms harms) {

    /** Which harm is done to servers and workers. */
    enum Harms {
        /** Every kind, those that take a minute included. */
        ALL,
        /** Every kind but those. */
        EACH_ONCE,
        /** A kill and a stop of a server, a kill of a worker, and a restart of the database. */
        FEW
    }

    /** As long as wanted. */
    static final Extent LONG = new Extent(3, 3, 2, 12, Integer.MAX_VALUE, Harms.ALL);

    /** Some minutes. */
    static final Extent SHORT = new Extent(3, 3, 2, 12, Integer.MAX_VALUE, Harms.EACH_ONCE);

    /** As little as shows something: most of it is the start of processes. */
    static final Extent BRIEF = new Extent(2, 1, 1, 4, 24, Harms.FEW);

    /** What a reader should know that it does not do. */
    String leftOut() {
        return switch (harms) {
            case ALL -> "";
            case EACH_ONCE ->
                "LEFT OUT of the short form: the death of all servers at once, and an outage of the database of a minute; "
                        + "faults/run --server has them";
            case FEW ->
                "LEFT OUT of the brief form: frozen servers and workers, the loss of a worker's host, the stop of a worker,"
                        + " the death of all servers at once, and an outage of the database of a minute; faults/run --server"
                        + " has them";
        };
    }
}
