package dev.baton.cli.client;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.output.CommandFailedException;
import dev.baton.error.DidYouMean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Resolves arguments: a job or workflow by its name, an execution or run by its id, each also by a unique prefix; an
 * execution also by the name of its job or workflow, which means the newest one, and a run by {@code workflow/step} or
 * {@code execution/step}.
 */
public final class Lookup {

    private static final Pattern WHOLE_ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern LIKE_ID = Pattern.compile("[0-9a-f]{4,8}(-[0-9a-f]{0,12}){0,4}");
    private static final Pattern RUN = Pattern.compile("(" + LIKE_ID + ")\\.(\\d{1,9})");
    private static final int MOST_NAMES = 1_000;
    private static final int MOST_RUNS = 10_000;
    private static final int SHOWN = 5;

    private final Api api;

    /** Resolves arguments on a server. */
    public Lookup(Api api) {
        this.api = api;
    }

    /**
     * A job or workflow.
     *
     * @param isWorkflow which of the two
     * @param name its name
     */
    public record Definition(boolean isWorkflow, String name) {

        /** Its address in the API. */
        public String path() {
            return (isWorkflow ? "/workflows/" : "/jobs/") + Query.segment(name);
        }

        /** {@code job} or {@code workflow}. */
        public String word() {
            return isWorkflow ? "workflow" : "job";
        }
    }

    /**
     * An execution or a run.
     *
     * @param isRun which of the two
     * @param id its id
     */
    public record Subject(boolean isRun, String id) {

        /** Its address in the API. */
        public String path() {
            return (isRun ? "/runs/" : "/executions/") + id;
        }

        /** {@code run} or {@code execution}. */
        public String word() {
            return isRun ? "run" : "execution";
        }
    }

    // ---- jobs and workflows

    /** The job or workflow of a name, or the only one whose name begins so. */
    public Definition definition(String given) throws InterruptedException {
        Optional<Definition> found = findDefinition(given);
        if (found.isPresent()) {
            return found.get();
        }
        throw new CommandFailedException(
                "there is no job or workflow \"" + given + "\" on " + api.server() + "."
                        + DidYouMean.sentence(given, names()),
                "'baton jobs' and 'baton workflows' list the names.");
    }

    private Optional<Definition> findDefinition(String given) throws InterruptedException {
        if (given.isBlank()) {
            return Optional.empty();
        }
        List<Definition> alike = new ArrayList<>();
        for (JsonNode hit : api.get("/search", Query.of("q", given)).path("items")) {
            String type = text(hit, "type");
            boolean defined = type.equals("job") || type.equals("workflow");
            if (defined && text(hit, "name").equals(given)) {
                return Optional.of(new Definition(type.equals("workflow"), given));
            }
            if (defined && text(hit, "name").toLowerCase(Locale.ROOT).startsWith(given.toLowerCase(Locale.ROOT))) {
                alike.add(new Definition(type.equals("workflow"), text(hit, "name")));
            }
        }
        if (alike.size() > 1) {
            throw ambiguous(
                    "\"" + given + "\"",
                    "jobs or workflows",
                    alike.stream().map(Definition::name).toList());
        }
        return alike.stream().findFirst();
    }

    private List<String> names() throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (String path : List.of("/jobs", "/workflows")) {
            api.list(path, Query.NONE, MOST_NAMES).forEach(item -> names.add(text(item, "name")));
        }
        return names;
    }

    // ---- executions

    /** The execution of an id or the beginning of one, or the newest one of a job or workflow. */
    public String execution(String given) throws InterruptedException {
        if (WHOLE_ID.matcher(given).matches()) {
            return given;
        }
        if (LIKE_ID.matcher(given).matches()) {
            List<JsonNode> found = api.list("/executions", Query.of("id", given).with("nested", true), 2);
            if (found.size() == 1) {
                return text(found.get(0), "id");
            }
            if (found.size() > 1 && findDefinition(given).isEmpty()) {
                throw ambiguous(
                        "\"" + given + "\"",
                        "executions",
                        api.list("/executions", Query.of("id", given).with("nested", true), SHOWN + 1).stream()
                                .map(execution -> text(execution, "id"))
                                .toList());
            }
        }
        Optional<Definition> definition = findDefinition(given);
        if (definition.isEmpty()) {
            throw new CommandFailedException(
                    "there is no execution, job or workflow \"" + given + "\" on " + api.server() + "."
                            + DidYouMean.sentence(given, names()),
                    "'baton executions' lists executions; the first characters of an id are enough.");
        }
        return newest(definition.get());
    }

    private String newest(Definition definition) throws InterruptedException {
        Query ofName = Query.of("name", definition.name());
        List<JsonNode> found = api.list("/executions", ofName, 1);
        if (found.isEmpty()) {
            found = api.list("/executions", ofName.with("nested", true), 1);
        }
        if (found.isEmpty()) {
            throw new CommandFailedException(
                    "the " + definition.word() + " \"" + definition.name() + "\" has no execution yet.",
                    "'baton trigger " + definition.name() + "' starts one.");
        }
        return text(found.get(0), "id");
    }

    // ---- runs

    /** The run of an id, the beginning of one, or a step of an execution or of a workflow's newest one. */
    public String run(String given) throws InterruptedException {
        Subject subject = subject(given);
        if (subject.isRun) {
            return subject.id;
        }
        List<JsonNode> runs = new ArrayList<>(api.list("/runs", Query.of("execution", subject.id), SHOWN + 1));
        Collections.reverse(runs);
        if (runs.size() == 1) {
            return text(runs.get(0), "id");
        }
        throw CommandFailedException.badInput(
                "which run of execution " + subject.id + " do you mean? It has "
                        + runs.stream().map(Lookup::stepOf).limit(SHOWN).collect(Collectors.joining(", "))
                        + (runs.size() > SHOWN ? " and others." : "."),
                "Write " + given + "/STEP, or the id of a run; 'baton runs list --execution " + subject.id
                        + "' lists them.");
    }

    /** The run or execution that an argument names. */
    public Subject subject(String given) throws InterruptedException {
        Matcher run = RUN.matcher(given);
        if (run.matches()) {
            return new Subject(true, execution(run.group(1)) + "." + run.group(2));
        }
        int slash = given.indexOf('/');
        if (slash < 0) {
            return new Subject(false, execution(given));
        }
        String execution = execution(given.substring(0, slash));
        String step = given.substring(slash + 1);
        List<JsonNode> runs = new ArrayList<>(api.list("/runs", Query.of("execution", execution), MOST_RUNS));
        Collections.reverse(runs);
        for (JsonNode candidate : runs) {
            if (stepOf(candidate).equals(step)) {
                return new Subject(true, text(candidate, "id"));
            }
        }
        List<JsonNode> alike = runs.stream()
                .filter(candidate -> stepOf(candidate).startsWith(step))
                .toList();
        List<String> steps = runs.stream().map(Lookup::stepOf).distinct().toList();
        if (alike.isEmpty()) {
            throw new CommandFailedException(
                    "execution " + execution + " has no step \"" + step + "\"; its steps are "
                            + String.join(", ", steps) + "." + DidYouMean.sentence(step, steps),
                    "");
        }
        if (alike.size() > 1) {
            throw ambiguous(
                    "\"" + step + "\"",
                    "steps",
                    alike.stream().map(Lookup::stepOf).toList());
        }
        return new Subject(true, text(alike.get(0), "id"));
    }

    /** The step of a run: the part of its job's name after the slash. */
    public static String stepOf(JsonNode run) {
        String job = text(run, "job");
        return job.substring(job.indexOf('/') + 1);
    }

    /** The only item of a list whose name is this, or whose name or id begins so. */
    public static JsonNode only(List<JsonNode> items, String given, String word) {
        List<JsonNode> named =
                items.stream().filter(item -> text(item, "name").equals(given)).toList();
        List<JsonNode> alike = !named.isEmpty()
                ? named
                : items.stream()
                        .filter(item -> text(item, "id").startsWith(given)
                                || text(item, "name").startsWith(given))
                        .toList();
        if (alike.size() == 1) {
            return alike.get(0);
        }
        List<String> names =
                items.stream().map(item -> text(item, "name")).distinct().toList();
        if (alike.isEmpty()) {
            throw new CommandFailedException(
                    "there is no " + word + " \"" + given + "\"." + DidYouMean.sentence(given, names),
                    names.isEmpty() ? "" : "There is " + String.join(", ", names) + ".");
        }
        throw ambiguous(
                "\"" + given + "\"",
                word + "s",
                alike.stream()
                        .map(item -> text(item, "name") + " (" + text(item, "id") + ")")
                        .toList());
    }

    private static CommandFailedException ambiguous(String given, String what, List<String> candidates) {
        return CommandFailedException.badInput(
                given + " matches several " + what + ": "
                        + candidates.stream().limit(SHOWN).collect(Collectors.joining(", "))
                        + (candidates.size() > SHOWN ? ", …" : "") + ".",
                "Write more characters.");
    }
}
