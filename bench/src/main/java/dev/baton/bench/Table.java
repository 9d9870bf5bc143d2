package dev.baton.bench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The one table that comes out: a block of lines for each measurement, one line for each peer. */
final class Table {

    private static final String[] HEAD = {"measurement", "Baton", "against", "theirs", "Baton is"};

    private final List<String[]> lines = new ArrayList<>();

    /** Adds a measurement whose first contender is Baton and whose others are its peers. */
    void add(String measurement, Unit unit, Map<String, Sample> contenders) {
        Iterator<Map.Entry<String, Sample>> all = contenders.entrySet().iterator();
        Sample baton = all.next().getValue();
        String own = unit.format(baton);
        if (!all.hasNext()) {
            lines.add(new String[] {measurement, own, "", "", ""});
        }
        String name = measurement;
        while (all.hasNext()) {
            Map.Entry<String, Sample> peer = all.next();
            Sample theirs = peer.getValue();
            lines.add(new String[] {name, own, peer.getKey(), unit.format(theirs), unit.times(baton, theirs)});
            name = "";
            own = "";
        }
    }

    /** Adds a measurement that has no peer. */
    void add(String measurement, Unit unit, Sample baton) {
        add(measurement, unit, Map.of("Baton", baton));
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    public String toString() {
        return Markdown.table(HEAD, lines);
    }
}
