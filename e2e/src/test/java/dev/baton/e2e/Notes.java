package dev.baton.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A file in which jobs note what they do, in the order in which they do it. */
record Notes(Path file) {

    static Notes in(Path directory, String name) {
        return new Notes(directory.resolve(name));
    }

    /** What tells a job where to write. */
    Map<String, Object> parameters() {
        return Map.of("file", file.toString());
    }

    /** The same, and more. */
    Map<String, Object> parameters(String name, String value) {
        return Map.of("file", file.toString(), name, value);
    }

    List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is left of the lines that begin with this word. */
    List<String> after(String word) {
        return lines().stream()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1))
                .toList();
    }

    /** How often each of those is there. */
    Map<String, Long> counts(String word) {
        return after(word).stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /** How many had noted their start and not yet their end, at most. */
    int mostAtOnce() {
        int running = 0;
        int most = 0;
        for (String line : lines()) {
            running += line.startsWith("start ") ? 1 : -1;
            most = Math.max(most, running);
        }
        return most;
    }

    /** Tells a job that waits for it to go on. */
    void letGo() {
        write(Path.of(file + ".go"), "");
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
