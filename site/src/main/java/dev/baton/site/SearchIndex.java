package dev.baton.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The index for the search in the browser: every section of every page, as JSON. */
final class SearchIndex {

    /** A section of a reference may be long; the beginning is what people search for. */
    private static final int MOST_CHARACTERS = 1_500;

    private SearchIndex() {}

    /** As a script rather than a file of JSON, which a browser does not load from a local disk. */
    static String script(List<Page> pages) {
        return "window.batonIndex = " + json(pages) + ";\n";
    }

    static String json(List<Page> pages) {
        List<Map<String, String>> entries = new ArrayList<>();
        for (Page page : pages) {
            for (Page.Section section : page.sections()) {
                Map<String, String> entry = new LinkedHashMap<>();
                entry.put("page", page.title());
                entry.put("heading", section.heading());
                entry.put("url", page.address() + "#" + section.anchor());
                entry.put("text", shortened(section.text()));
                entries.add(entry);
            }
        }
        return JsonMapper.shared().writeValueAsString(entries);
    }

    private static String shortened(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
    }
}
