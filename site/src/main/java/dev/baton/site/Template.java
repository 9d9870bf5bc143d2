package dev.baton.site;

import java.util.List;
import java.util.Map;

/** Puts a page into its frame: navigation, search, and the pages before and after it. */
final class Template {

    private final Contents contents;
    private final Map<String, String> titles;

    /**
     * @param contents the order of the pages
     * @param titles the titles of pages, by address
     */
    Template(Contents contents, Map<String, String> titles) {
        this.contents = contents;
        this.titles = titles;
    }

    String frame(Page page) {
        String root =
                "../".repeat((int) page.address().chars().filter(c -> c == '/').count());
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%sbook.css">
                </head>
                <body data-root="%s">
                <header>
                <a class="name" href="%sindex.html">Baton</a>
                <form role="search"><input id="search" type="search" placeholder="Search the book" aria-label="Search the book" autocomplete="off"></form>
                </header>
                <div id="results" role="region" aria-live="polite" aria-label="Search results" hidden></div>
                <nav aria-label="Contents">
                %s</nav>
                <main>
                %s%s</main>
                <script src="%ssearch-index.js"></script>
                <script src="%ssearch.js"></script>
                </body>
                </html>
                """.formatted(
                        escape(page.title().equals("Baton, the book") ? "Baton" : page.title() + " · Baton"),
                        root,
                        root,
                        root,
                        navigation(page, root),
                        page.html(),
                        neighbours(page, root),
                        root,
                        root);
    }

    private String navigation(Page page, String root) {
        StringBuilder html = new StringBuilder();
        contents.parts().forEach((part, pages) -> {
            html.append("<h2>").append(part).append("</h2>\n<ul>\n");
            for (String address : pages) {
                boolean here = address.equals(page.address());
                html.append("<li><a href=\"").append(root).append(address).append('"');
                html.append(here ? " aria-current=\"page\">" : ">");
                html.append(escape(titles.getOrDefault(address, address))).append("</a></li>\n");
            }
            html.append("</ul>\n");
        });
        return html.toString();
    }

    private String neighbours(Page page, String root) {
        List<String> order = contents.order();
        int place = order.indexOf(page.address());
        if (place < 0) {
            return "";
        }
        StringBuilder html = new StringBuilder("<p class=\"neighbours\">");
        if (place > 0) {
            html.append(link(order.get(place - 1), root, "← "));
        }
        if (place + 1 < order.size()) {
            html.append(link(order.get(place + 1), root, "→ "));
        }
        return html.append("</p>\n").toString();
    }

    private String link(String address, String root, String arrow) {
        return "<a href=\"" + root + address + "\">" + arrow + escape(titles.getOrDefault(address, address)) + "</a> ";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
