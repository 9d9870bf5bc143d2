package dev.baton.cli.output;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ids as tables show them: as short as they can be and still be told apart. An id begins with the time it was made, to the
 * millisecond in its first thirteen characters, and goes on with a counter.
 *
 * @param length how much of an execution's id is shown
 */
public record Ids(int length) {

    private static final List<Integer> LENGTHS = List.of(13, 18, 23, 36);

    /** For these ids of executions or runs. */
    public static Ids of(Collection<String> ids) {
        Set<String> executions = new HashSet<>();
        ids.forEach(id -> executions.add(execution(id)));
        for (int length : LENGTHS) {
            Set<String> shortened = new HashSet<>();
            executions.forEach(id -> shortened.add(cut(id, length)));
            if (shortened.size() == executions.size()) {
                return new Ids(length);
            }
        }
        return new Ids(LENGTHS.get(LENGTHS.size() - 1));
    }

    /** An id of an execution or a run, shortened. */
    public String shortened(String id) {
        String execution = execution(id);
        return cut(execution, length) + id.substring(execution.length());
    }

    private static String cut(String id, int length) {
        return id.length() <= length ? id : id.substring(0, length);
    }

    private static String execution(String id) {
        int dot = id.indexOf('.');
        return dot < 0 ? id : id.substring(0, dot);
    }
}
