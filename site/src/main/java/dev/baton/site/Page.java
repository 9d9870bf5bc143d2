package dev.baton.site;

import java.nio.file.Path;
import java.util.List;

/**
 * A page of the site.
 *
 * @param source the Markdown file
 * @param address where the page stands, relative to the root of the site
 * @param title its first heading
 * @param html its content
 * @param sections what the search knows of it
 * @param files files that it links to or shows, which the site must have as well
 */
record Page(Path source, String address, String title, String html, List<Section> sections, List<Path> files) {

    /**
     * A part of a page under one heading.
     *
     * @param heading the heading
     * @param anchor its id on the page
     * @param text its words
     */
    record Section(String heading, String anchor, String text) {}
}
