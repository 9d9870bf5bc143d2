package dev.baton.cli.convert;

import dev.baton.cli.toml.TomlWriter;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result of an import: jobs, workflows, and notes on what could not be converted. For one thread. */
public final class Imported {

    private static final int LONGEST_NAME = 128;

    private final List<Map<String, Object>> jobs = new ArrayList<>();
    private final List<Map<String, Object>> workflows = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /**
     * A note on a part that could not be converted, or needs attention.
     *
     * @param line the line of the file, from 1; 0 for the whole file
     * @param text the problem and the remedy
     */
    public record Note(int line, String text) {

        /** The note in the form of a compiler message. */
        public String in(String file) {
            return line == 0 ? file + ": " + text : file + ":" + line + ": " + text;
        }
    }

    /** Begins a job; its keys are put into the map. */
    Map<String, Object> job(String wanted) {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("id", name(wanted));
        jobs.add(job);
        return job;
    }

    /** Begins a workflow; its keys are put into the map. */
    Map<String, Object> workflow(String wanted) {
        Map<String, Object> workflow = new LinkedHashMap<>();
        workflow.put("id", name(wanted));
        workflows.add(workflow);
        return workflow;
    }

    /** Notes something about a line; the same is noted once. */
    void note(int line, String text) {
        Note note = new Note(line, text);
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    /** A note on the whole file, which is made once however often it applies. */
    void noteOnce(String text) {
        note(0, text);
    }

    /** A valid and unique name. */
    private String name(String wanted) {
        String base = plain(wanted);
        String name = base;
        for (int i = 2; !names.add(name); i++) {
            name = base + "-" + i;
        }
        return name;
    }

    /** A text without characters that names cannot have. */
    static String plain(String wanted) {
        String plain = Normalizer.normalize(wanted.strip(), Normalizer.Form.NFD)
                // Of an accented letter the letter stays.
                .replaceAll("\\p{M}+", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-")
                .replaceAll("^[^A-Za-z0-9]+", "")
                .replaceAll("-+$", "");
        String cut = plain.length() > LONGEST_NAME - 4 ? plain.substring(0, LONGEST_NAME - 4) : plain;
        return cut.isEmpty() ? "job" : cut;
    }

    /** How many jobs. */
    public int jobCount() {
        return jobs.size();
    }

    /** How many workflows. */
    public int workflowCount() {
        return workflows.size();
    }

    /** The notes, by line. */
    public List<Note> notes() {
        return notes.stream().sorted(Comparator.comparingInt(Note::line)).toList();
    }

    /** The definitions, in TOML. */
    public String toml(String from) {
        TomlWriter toml = new TomlWriter().comment("Imported from " + from + " by 'baton import'.");
        if (!jobs.isEmpty()) {
            toml.gap().definitions("jobs", jobs);
        }
        if (!workflows.isEmpty()) {
            toml.gap().definitions("workflows", workflows);
        }
        return toml.text();
    }
}
