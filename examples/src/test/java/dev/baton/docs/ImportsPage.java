package dev.baton.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page that says where the classes of the docs' snippets are: every class of Baton that a snippet uses. */
final class ImportsPage {

    private static final List<String> MODULES =
            List.of("core", "jdbc", "testkit", "worker", "micrometer", "spring/starter", "spring/test");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("\\b[A-Z][A-Za-z]+\\b");

    private ImportsPage() {}

    static String write(Path root, List<Path> pages) throws IOException {
        Set<String> used = new TreeSet<>();
        for (Path page : pages) {
            Matcher snippet = SNIPPET.matcher(Files.readString(page));
            while (snippet.find()) {
                CLASS.matcher(snippet.group(1).replaceAll("\"[^\"\n]*\"|//.*", ""))
                        .results()
                        .forEach(found -> used.add(found.group()));
            }
        }
        Map<String, List<String>> known = classes(root);
        StringBuilder text = new StringBuilder("""
                # Imports

                Snippets in the guides leave out their imports. This table has the import of every class of Baton that a snippet \
                uses. Baton's build compiles and runs the snippets; the whole files are in \
                [examples](../../examples/src/test/java/dev/baton/docs).

                | class | import | module |
                | --- | --- | --- |
                """);
        for (String name : used) {
            known.getOrDefault(name, List.of())
                    .forEach(row -> text.append("| `")
                            .append(name)
                            .append("` | ")
                            .append(row)
                            .append(" |\n"));
        }
        return text.toString();
    }

    private static Map<String, List<String>> classes(Path root) throws IOException {
        TreeMap<String, List<String>> classes = new TreeMap<>();
        for (String module : MODULES) {
            Path sources = root.resolve(module).resolve("src/main/java");
            String artifact = artifact(root.resolve(module).resolve("pom.xml"));
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    String type = sources.relativize(file)
                            .toString()
                            .replace('/', '.')
                            .replaceFirst("\\.java$", "");
                    String name = type.substring(type.lastIndexOf('.') + 1);
                    if (!type.contains(".internal.") && Files.readString(file).contains("\npublic ")) {
                        classes.computeIfAbsent(name, key -> new ArrayList<>())
                                .add("`" + type + "` | `" + artifact + "`");
                    }
                }
            }
        }
        return classes;
    }

    /** The first artifact after the parent's. */
    private static String artifact(Path pom) throws IOException {
        String own = Files.readString(pom).replaceFirst("(?s)<parent>.*?</parent>", "");
        Matcher artifact = Pattern.compile("<artifactId>([^<]+)</artifactId>").matcher(own);
        if (!artifact.find()) {
            throw new IllegalStateException("no artifact in " + pom);
        }
        return artifact.group(1);
    }
}
