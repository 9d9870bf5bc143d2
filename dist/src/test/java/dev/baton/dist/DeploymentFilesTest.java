package dev.baton.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.Yaml;

/** The files for Docker, Kubernetes and systemd name only commands, options, variables and paths that there are. */
class DeploymentFilesTest {

    private static final Path DOCKER = Path.of("docker");
    private static final Path KUBERNETES = Path.of("kubernetes");
    private static final Path SYSTEMD = Path.of("src/main/dist/systemd");
    private static final Pattern VARIABLE = Pattern.compile("\\bBATON_[A-Z_]+\\b");
    private static final Map<String, String> HELP = new HashMap<>();

    /** Everything with a meaning of its own in one of these files. */
    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : List.of(DOCKER, KUBERNETES, SYSTEMD)) {
            try (Stream<Path> listed = Files.list(folder)) {
                listed.filter(Files::isRegularFile)
                        .filter(file -> !file.getFileName().toString().startsWith("."))
                        .sorted()
                        .forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThan(8);
        return files;
    }

    private static List<Map<String, Object>> documents(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            List<Map<String, Object>> documents = new ArrayList<>();
            for (Object document : new Yaml().loadAll(reader)) {
                documents.add(map(document));
            }
            return documents;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static List<?> list(Object value) {
        return value == null ? List.of() : (List<?>) value;
    }

    private static List<String> words(Object value) {
        return list(value).stream().map(String::valueOf).toList();
    }

    /** The command lines that the files start Baton with, by file. */
    private static Map<String, List<String>> commandLines() throws IOException {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        Map<String, Object> services =
                map(documents(DOCKER.resolve("compose.yaml")).get(0).get("services"));
        services.forEach((name, service) -> {
            if (map(service).containsKey("command")) {
                lines.put("compose " + name, words(map(service).get("command")));
            }
        });
        for (Map<String, Object> workload : workloads()) {
            for (Object container : list(podSpec(workload).get("containers"))) {
                lines.put(
                        "kubernetes " + map(container).get("name"),
                        words(map(container).get("args")));
            }
        }
        for (Path unit : List.of(SYSTEMD.resolve("baton.service"), SYSTEMD.resolve("baton-worker.service"))) {
            String start = Files.readAllLines(unit).stream()
                    .filter(line -> line.startsWith("ExecStart="))
                    .findFirst()
                    .orElseThrow();
            List<String> words = List.of(start.substring("ExecStart=".length()).split(" ", -1));
            assertThat(words.get(0)).isEqualTo("/opt/baton/bin/baton");
            lines.put("systemd " + unit.getFileName(), words.subList(1, words.size()));
        }
        assertThat(lines).hasSize(8);
        return lines;
    }

    private static List<Map<String, Object>> workloads() throws IOException {
        List<Map<String, Object>> workloads = new ArrayList<>();
        for (String file : List.of("migration.yaml", "server.yaml", "worker.yaml")) {
            documents(KUBERNETES.resolve(file)).stream()
                    .filter(document -> List.of("Deployment", "Job").contains(String.valueOf(document.get("kind"))))
                    .forEach(workloads::add);
        }
        assertThat(workloads).hasSize(3);
        return workloads;
    }

    private static Map<String, Object> podSpec(Map<String, Object> workload) {
        return map(map(map(workload.get("spec")).get("template")).get("spec"));
    }

    private static String help(String command) {
        return HELP.computeIfAbsent(command, name -> {
            try {
                return Program.run(
                        Path.of(""),
                        Map.of(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("baton.jar"),
                        name,
                        "--help");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> every_option_of_a_command_line_exists() throws IOException {
        return commandLines().entrySet().stream()
                .map(line -> DynamicTest.dynamicTest(line.getKey(), () -> {
                    String help = help(line.getValue().get(0));
                    assertThat(line.getValue())
                            .filteredOn(word -> word.startsWith("--"))
                            .isNotEmpty()
                            .allSatisfy(option -> assertThat(help).containsPattern(option + "[= \n]"));
                }));
    }

    @Test
    void every_variable_is_a_key_of_the_configuration_or_documented() throws IOException {
        String reference = Files.readString(Path.of("../docs/reference/configuration.md"));
        StringBuilder guide = new StringBuilder();
        try (Stream<Path> pages = Files.walk(Path.of("../docs/guide"))) {
            for (Path page : pages.filter(Files::isRegularFile).toList()) {
                guide.append(Files.readString(page));
            }
        }
        Map<String, Path> unknown = new TreeMap<>();
        for (Path file : files()) {
            Matcher variable = VARIABLE.matcher(Files.readString(file));
            while (variable.find()) {
                String name = variable.group();
                boolean local = name.equals("BATON_DB_PASSWORD"); // of compose.yaml and make-secrets alone
                if (!local && !isKey(reference, name) && !guide.toString().contains("`" + name)) {
                    unknown.put(name, file);
                }
            }
        }
        assertThat(unknown).as("variables that mean nothing to Baton").isEmpty();
    }

    /** Whether a variable names a key of one of the tables that are there once. */
    private static boolean isKey(String reference, String variable) {
        for (String table : List.of("server", "storage", "worker")) {
            String prefix = "BATON_" + table.toUpperCase(Locale.ROOT) + "_";
            if (variable.startsWith(prefix)) {
                String key = variable.substring(prefix.length()).toLowerCase(Locale.ROOT);
                int start = reference.indexOf("## `[" + table + "]`");
                int end = reference.indexOf("\n## ", start + 1);
                return reference.substring(start, end).contains("| `" + key + "`");
            }
        }
        return false;
    }

    @Test
    void the_configurations_are_valid() throws Exception {
        for (Path file : List.of(DOCKER.resolve("baton.toml"), KUBERNETES.resolve("baton.toml"))) {
            assertThat(Program.run(
                            Path.of(""),
                            Map.of("BATON_STORAGE_PASSWORD", "secret"),
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-jar",
                            System.getProperty("baton.jar"),
                            "validate",
                            file.toString()))
                    .contains("job");
        }
    }

    @Test
    void every_volume_secret_and_service_that_compose_uses_is_defined() throws IOException {
        Map<String, Object> compose = documents(DOCKER.resolve("compose.yaml")).get(0);
        Map<String, Object> services = map(compose.get("services"));
        assertThat(services).containsOnlyKeys("postgres", "migrate", "server", "worker");
        for (Object service : services.values()) {
            assertThat(map(compose.get("secrets")).keySet())
                    .containsAll(words(map(service).get("secrets")));
            assertThat(services.keySet())
                    .containsAll(map(map(service).get("depends_on")).keySet());
            for (String volume : words(map(service).get("volumes"))) {
                String source = volume.substring(0, volume.indexOf(':'));
                if (source.startsWith("./")) {
                    assertThat(DOCKER.resolve(source)).exists();
                } else {
                    assertThat(map(compose.get("volumes"))).containsKey(source);
                }
            }
            for (String word : words(map(service).get("command"))) {
                if (word.startsWith("/run/secrets/")) {
                    assertThat(words(map(service).get("secrets"))).contains(word.substring("/run/secrets/".length()));
                }
            }
        }
        Map<String, Object> build = map(map(services.get("server")).get("build"));
        Path context = DOCKER.resolve(String.valueOf(build.get("context")));
        assertThat(context.resolve(String.valueOf(build.get("dockerfile")))).exists();
        assertThat(map(map(services.get("worker")).get("deploy"))).containsEntry("replicas", 2);
    }

    @Test
    void every_volume_that_a_container_mounts_is_one_of_its_pod() throws IOException {
        for (Map<String, Object> workload : workloads()) {
            Map<String, Object> pod = podSpec(workload);
            List<String> volumes = list(pod.get("volumes")).stream()
                    .map(volume -> String.valueOf(map(volume).get("name")))
                    .toList();
            assertThat(map(pod.get("securityContext"))).containsEntry("runAsNonRoot", true);
            for (Object container : list(pod.get("containers"))) {
                List<String> mounts = new ArrayList<>();
                for (Object mount : list(map(container).get("volumeMounts"))) {
                    assertThat(volumes).contains(String.valueOf(map(mount).get("name")));
                    mounts.add(String.valueOf(map(mount).get("mountPath")));
                }
                for (String word : words(map(container).get("args"))) {
                    if (word.startsWith("/")) {
                        assertThat(mounts).as("the path %s", word).anyMatch(word::startsWith);
                    }
                }
            }
        }
    }

    @Test
    void the_service_selects_the_servers_and_kustomize_lists_every_file() throws IOException {
        List<Map<String, Object>> server = documents(KUBERNETES.resolve("server.yaml"));
        Map<String, Object> deployment = server.get(0);
        Map<String, Object> labels =
                map(map(map(map(deployment.get("spec")).get("template")).get("metadata"))
                        .get("labels"));
        Map<String, Object> service = map(server.get(1).get("spec"));
        assertThat(labels).containsAllEntriesOf(map(service.get("selector")));
        assertThat(Files.readString(KUBERNETES.resolve("worker.yaml")))
                .contains("http://" + map(server.get(1).get("metadata")).get("name") + ":7070");

        Map<String, Object> kustomization =
                documents(KUBERNETES.resolve("kustomization.yaml")).get(0);
        TreeSet<String> manifests = new TreeSet<>();
        try (Stream<Path> files = Files.list(KUBERNETES)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
                    .forEach(manifests::add);
        }
        assertThat(new TreeSet<>(words(kustomization.get("resources")))).isEqualTo(manifests);
    }

    @Test
    void what_the_image_copies_is_there_and_its_user_is_not_root() throws IOException {
        List<String> lines = Files.readAllLines(DOCKER.resolve("Dockerfile"));
        for (String line : lines) {
            if (line.startsWith("COPY ") && !line.contains("--from=")) {
                assertThat(Path.of("..").resolve(line.split(" ", -1)[1])).exists();
            }
        }
        assertThat(lines).contains("USER 10001").anyMatch(line -> line.startsWith("HEALTHCHECK "));
    }
}
