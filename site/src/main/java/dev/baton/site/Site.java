package dev.baton.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the site: all pages below docs, and the pages and files elsewhere that they link to. */
public final class Site {

    private static final List<String> ASSETS = List.of("book.css", "search.js");

    private Site() {}

    /**
     * Makes it.
     *
     * @param args the root of the repository, and the folder for the site
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("name the root of the repository and the folder for the site");
        }
        int pages = make(Path.of(args[0]).toAbsolutePath().normalize(), Path.of(args[1]));
        System.out.println(pages + " pages in " + args[1] + ": open index.html");
    }

    /** Makes the site and returns the number of its pages. */
    static int make(Path root, Path target) throws IOException {
        List<Page> pages = read(root);
        Map<String, String> titles = new LinkedHashMap<>();
        pages.forEach(page -> titles.put(page.address(), page.title()));
        Page index = pages.stream()
                .filter(page -> page.address().equals("index.html"))
                .findFirst()
                .orElseThrow();
        Template template = new Template(Contents.of(index), titles);
        Layout layout = new Layout(root);
        for (Page page : pages) {
            write(target.resolve(page.address()), template.frame(page));
            for (Path file : page.files()) {
                Path copy = target.resolve(layout.address(file));
                Files.createDirectories(copy.resolveSibling("."));
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        write(target.resolve("search-index.js"), SearchIndex.script(pages));
        write(target.resolve("search-index.json"), SearchIndex.json(pages));
        for (String asset : ASSETS) {
            try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream(asset), asset)) {
                Files.copy(in, target.resolve(asset), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return pages.size();
    }

    private static List<Page> read(Path root) throws IOException {
        Reader reader = new Reader(new Layout(root));
        List<Page> pages = new ArrayList<>();
        Set<Path> known = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(known::add);
        }
        Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md")
                .map(root::resolve)
                .forEach(known::add);
        for (Path file : known) {
            pages.add(reader.read(file));
        }
        return pages;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }
}
