package dev.baton.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The holders of a gate and the line in front of it.
 *
 * @param in some of the holders, in the order of their admission
 * @param moreIn how many further holders there are
 * @param ahead how many requests are ahead in the line
 * @param orMore whether more requests are ahead than were counted
 * @param first the first request in the line; null if that is the request asked about
 * @param next when the rate admits the next request, in microseconds; 0 if the line does not wait for the rate
 */
public record GateState(
        List<Store.AtGate> in, int moreIn, int ahead, boolean orMore, Store.@Nullable AtGate first, long next) {

    /** The most requests ahead that are counted. */
    public static final int MOST_COUNTED = 10_000;

    /** A gate without holders. */
    public static final GateState EMPTY = new GateState(List.of(), 0, 0, false, null, 0);
}
