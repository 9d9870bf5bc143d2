package dev.baton.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of contents: the parts of the book and the pages in each, in the order of the index page.
 *
 * @param parts the addresses of pages, by the heading of their part
 */
record Contents(Map<String, List<String>> parts) {

    private static final Pattern PART = Pattern.compile("<h2 id=\"[^\"]*\">([^<]*)</h2>");
    private static final Pattern PAGE = Pattern.compile("<a href=\"([^\"#:]+\\.html)\"");

    /** Reads the contents from the links on the index page. */
    static Contents of(Page index) {
        Map<String, List<String>> parts = new LinkedHashMap<>();
        Matcher part = PART.matcher(index.html());
        int start = -1;
        String name = "";
        while (part.find()) {
            add(parts, name, index.html(), start, part.start());
            name = part.group(1);
            start = part.end();
        }
        add(parts, name, index.html(), start, index.html().length());
        return new Contents(parts);
    }

    private static void add(Map<String, List<String>> parts, String name, String html, int start, int end) {
        if (start >= 0) {
            List<String> pages = new ArrayList<>();
            Matcher page = PAGE.matcher(html.substring(start, end));
            while (page.find()) {
                pages.add(page.group(1));
            }
            parts.put(name, pages.stream().distinct().toList());
        }
    }

    /** All pages in order, the index first. */
    List<String> order() {
        List<String> order = new ArrayList<>(List.of("index.html"));
        parts.values().forEach(order::addAll);
        return order.stream().distinct().toList();
    }
}
