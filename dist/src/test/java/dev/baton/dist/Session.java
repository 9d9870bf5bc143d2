package dev.baton.dist;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a page of the docs that can be played: files that it shows, and commands with what they print.
 *
 * @param parts the parts, in the order of the page
 */
record Session(List<Part> parts) {

    private static final String FILE = "<!-- file: ";
    private static final String COPY = "<!-- copy: ";
    private static final String FENCE = "```";

    /** A part of a page. */
    sealed interface Part {}

    /** A file that the page shows, after a comment that names it. */
    record ShownFile(String name, String content) implements Part {}

    /** A file of the repository that the page tells its reader to copy. */
    record CopiedFile(String path) implements Part {}

    /**
     * A command with what it prints.
     *
     * @param line the number of its line in the page, from 0
     * @param text the command, its continuation lines joined
     * @param printed the lines that the page shows below it
     */
    record Command(int line, String text, List<String> printed) implements Part {}

    static Session of(List<String> page) {
        List<Part> parts = new ArrayList<>();
        String file = null;
        for (int i = 0; i < page.size(); i++) {
            String line = page.get(i);
            if (line.startsWith(FILE)) {
                file = line.substring(FILE.length(), line.indexOf(" -->"));
            } else if (line.startsWith(COPY)) {
                parts.add(new CopiedFile(line.substring(COPY.length(), line.indexOf(" -->"))));
            } else if (line.startsWith(FENCE)) {
                int end = end(page, i + 1);
                List<String> block = page.subList(i + 1, end);
                if (file != null) {
                    parts.add(new ShownFile(file, String.join("\n", block) + "\n"));
                    file = null;
                } else if (line.equals(FENCE + "console")) {
                    addCommands(block, i + 1, parts);
                }
                i = end;
            }
        }
        return new Session(parts);
    }

    private static int end(List<String> page, int from) {
        for (int i = from; i < page.size(); i++) {
            if (page.get(i).startsWith(FENCE)) {
                return i;
            }
        }
        throw new IllegalArgumentException("a block that begins before line " + from + " does not end");
    }

    private static void addCommands(List<String> block, int offset, List<Part> parts) {
        int i = 0;
        while (i < block.size()) {
            int first = i;
            if (!block.get(i).startsWith("$ ")) {
                throw new IllegalArgumentException("line " + (offset + i + 1) + " is no command: " + block.get(i));
            }
            StringBuilder text = new StringBuilder(block.get(i++).substring(2));
            while (i < block.size() && block.get(i).startsWith("> ")) {
                text.append('\n').append(block.get(i++).substring(2));
            }
            int printed = i;
            while (i < block.size() && !block.get(i).startsWith("$ ")) {
                i++;
            }
            parts.add(new Command(offset + first, text.toString(), List.copyOf(block.subList(printed, i))));
        }
    }
}
