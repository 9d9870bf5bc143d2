package dev.baton.server.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Draws small graphs with the careful layout and large ones with the fast layout, and caches recent drawings: every
 * execution of a workflow shows the same graph.
 */
public final class Layouts implements Layout {

    /** For larger graphs, the careful layout takes longer than a user waits. */
    static final int MOST_NODES_WITH_CARE = 1_500;

    private static final int MOST_EDGES_WITH_CARE = 4 * MOST_NODES_WITH_CARE;
    private static final int REMEMBERED = 64;

    private final Semaphore free =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    private final Layout careful = new ElkLayout();
    private final Layout fast = new BarycentreLayout();
    private final Map<Sketch, Drawing> remembered = new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sketch, Drawing> eldest) {
            return size() > REMEMBERED;
        }
    };

    @Override
    public Drawing draw(Sketch sketch) {
        synchronized (remembered) {
            Drawing known = remembered.get(sketch);
            if (known != null) {
                return known;
            }
        }
        boolean isSmall =
                sketch.nodes().size() <= MOST_NODES_WITH_CARE && sketch.edges().size() <= MOST_EDGES_WITH_CARE;
        // The careful layout takes seconds of processor time. While other threads use it, a fast drawing now is better
        // than a good one later.
        if (!isSmall || !free.tryAcquire()) {
            return fast.draw(sketch);
        }
        try {
            Drawing drawn = careful.draw(sketch);
            synchronized (remembered) {
                remembered.put(sketch, drawn);
            }
            return drawn;
        } finally {
            free.release();
        }
    }
}
