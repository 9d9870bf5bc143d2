package dev.baton.server.resolve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Text as items: one for each line. */
final class ItemLines {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ItemLines() {}

    /** The lines that are neither empty nor a comment, without the space around them. */
    static List<Object> read(Reader text, ResolveContext context) throws IOException {
        List<Object> items = new ArrayList<>();
        BufferedReader lines = new BufferedReader(text);
        String line = lines.readLine();
        if (line != null && line.startsWith(BYTE_ORDER_MARK)) {
            line = line.substring(1);
        }
        while (line != null && !context.isEnough(items.size())) {
            String item = line.strip();
            if (!item.isEmpty() && !item.startsWith("#")) {
                items.add(item);
            }
            line = lines.readLine();
        }
        return items;
    }
}
