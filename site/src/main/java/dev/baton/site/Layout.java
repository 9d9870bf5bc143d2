package dev.baton.site;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Where the pages of a repository stand in the site.
 *
 * @param root the root of the repository
 */
record Layout(Path root) {

    /** The address of a page or file, relative to the root of the site. */
    String address(Path source) {
        Path inRoot = root.relativize(source);
        if (!source.toString().endsWith(".md")) {
            return inRoot.startsWith("docs")
                    ? slashes(inRoot.subpath(1, inRoot.getNameCount()))
                    : "files/" + slashes(inRoot);
        }
        if (!inRoot.startsWith("docs")) {
            return slashes(inRoot).toLowerCase(Locale.ROOT).replaceFirst("\\.md$", ".html");
        }
        String inDocs = slashes(inRoot.subpath(1, inRoot.getNameCount()));
        return inDocs.replaceFirst("README\\.md$", "index.html").replaceFirst("\\.md$", ".html");
    }

    /** How one address is written on the page of another. */
    static String relative(String from, String to) {
        return "../".repeat((int) from.chars().filter(c -> c == '/').count()) + to;
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
