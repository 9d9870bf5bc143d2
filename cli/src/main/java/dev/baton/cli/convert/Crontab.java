package dev.baton.cli.convert;

import dev.baton.error.BatonException;
import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A crontab: schedules and commands, with the variables above them, users, and what {@code %} means. Comments right above a
 * line become its description.
 */
final class Crontab {

    private static final Pattern VARIABLE = Pattern.compile("\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*?)\\s*");
    private static final Pattern NICKNAME = Pattern.compile("(@every\\s+\\d\\S*|@[A-Za-z_]+)\\s+(.*)");
    private static final Pattern FIELDS = Pattern.compile("(\\S+\\s+\\S+\\s+\\S+\\s+\\S+\\s+\\S+)\\s+(.*)");
    private static final Pattern USER = Pattern.compile("(\\S+)\\s+(.*)");
    private static final Pattern RANDOM = Pattern.compile("(\\d+)~(\\d+)");
    private static final Map<String, String> NICKNAMES =
            Map.of("@every_minute", "* * * * *", "@every_second", "@every 1s");
    private static final String END_OF_INPUT = "END_OF_INPUT";

    /** Users that no program is named after: a line with one of them in place of its command names users. */
    private static final Pattern KNOWN_USER = Pattern.compile("(root|www-data|nobody|daemon|ubuntu|ec2-user)\\s+\\S.*");

    /** A user and a command; not what begins with a program that many lines begin with. */
    private static final Pattern LIKE_USER =
            Pattern.compile("(?!(echo|cd|test|true|sleep|mail|php|perl|bash|sh|curl|wget"
                    + "|find|rm|cp|mv|tar|rsync|git|docker|node|flock|nice|date|touch|python[0-9.]*)\\s)"
                    + "[a-z_][a-z0-9_.-]*\\s+\\S.*");

    /** A line of anacron's own table: days, minutes, a name, a command. */
    private static final Pattern ANACRON =
            Pattern.compile("(\\d+|@(monthly|weekly|daily))\\s+\\d+\\s+[A-Za-z][\\w.-]*\\s+\\S.*");

    private static final Pattern SET_IN_FRONT =
            Pattern.compile("^([A-Za-z_]\\w*=(\"[^\"]*\"|'[^']*'|[^\\s\"']*)\\s+)+(?=\\S)");
    private static final Pattern RELATIVE = Pattern.compile("(\\.{1,2}/|cd\\s+[A-Za-z0-9_.]|[A-Za-z0-9_-]+/).*");

    /** The headings that distributions put above the first line: a drawing of the fields, or their names. */
    private static final Pattern HEADING =
            Pattern.compile("[.|*\\-\\s].*|.*\\bm\\s+h\\s+dom\\s+mon\\s+dow\\b.*|.*\\bdow\\b.*\\bcommand\\b.*");

    private static final Pattern DISABLED =
            Pattern.compile("@[a-z]+\\s+\\S.*|([0-9*]\\S*\\s+){2}\\S+\\s+\\S+\\s+\\S+\\s+\\S.*");

    private boolean users;
    private final Imported made = new Imported();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private String comment = "";

    /** @param users whether each line names a user, as in /etc/crontab; where not, the lines may show it */
    Crontab(boolean users) {
        this.users = users;
    }

    /** Whether a file is one of the system's, whose lines name a user. */
    static boolean namesUsers(String file) {
        return file.endsWith("/etc/crontab") || file.contains("/cron.d/") || file.startsWith("cron.d/");
    }

    Imported read(String text) {
        List<String> lines = text.lines().toList();
        List<String> commands = lines.stream()
                .filter(line -> !line.isBlank() && !line.strip().startsWith("#"))
                .map(line -> entry(line.strip()))
                .filter(Matcher::matches)
                .map(entry -> entry.group(2))
                .toList();
        // All lines of a file name a user, or none does.
        users |= commands.stream()
                        .anyMatch(command -> KNOWN_USER.matcher(command).matches())
                && commands.stream()
                        .allMatch(command -> LIKE_USER.matcher(command).matches());
        for (int i = 0; i < lines.size(); i++) {
            line(i + 1, lines.get(i).strip());
        }
        if (made.jobCount() == 0) {
            throw new BadImportException("there is no line in it with a schedule and a command");
        }
        return made;
    }

    private void line(int number, String line) {
        if (line.isEmpty()) {
            comment = "";
            return;
        }
        if (line.startsWith("#")) {
            String words = line.replaceFirst("^#+\\s*", "");
            // What stands above a heading or a line that is switched off is not about the next line.
            boolean about = !HEADING.matcher(words).matches()
                    && !DISABLED.matcher(words).matches();
            comment = !about ? "" : comment.isEmpty() ? words : comment + " " + words;
            return;
        }
        Matcher variable = VARIABLE.matcher(line);
        if (variable.matches() && !Character.isDigit(line.charAt(0)) && line.charAt(0) != '*') {
            variable(number, variable.group(1), unquoted(variable.group(2)));
            comment = "";
            return;
        }
        Matcher parts = entry(line);
        if (ANACRON.matcher(line).matches() && !isSchedule(parts)) {
            made.note(number, "a line of anacron, not of cron: left out");
            comment = "";
            return;
        }
        String problem = parts.matches() ? problem(parts.group(1)) : "not a schedule and a command";
        if (problem.isEmpty()) {
            job(number, parts.group(1).replaceAll("\\s+", " "), parts.group(2));
        } else {
            made.note(number, problem + ": left out");
        }
        comment = "";
    }

    private static boolean isSchedule(Matcher parts) {
        return parts.matches() && problem(parts.group(1)).isEmpty();
    }

    /** The schedule and the rest of a line. cronie: a minus in front keeps a line out of the system's log. */
    private static Matcher entry(String line) {
        String entry = line.startsWith("-") ? line.substring(1).strip() : line;
        return entry.startsWith("@") ? NICKNAME.matcher(entry) : FIELDS.matcher(entry);
    }

    /** The reason why a line would never run, which cron keeps to itself; empty for none. */
    private static String problem(String fields) {
        try {
            Schedule schedule = Schedule.parse(schedule(fields.replaceAll("\\s+", " ")));
            boolean never =
                    !fields.startsWith("@") && schedule.next(Instant.EPOCH).isEmpty();
            return never ? "the schedule never fires" : "";
        } catch (BatonException e) {
            return Objects.requireNonNullElse(e.getMessage(), "the schedule cannot be read");
        }
    }

    private void variable(int number, String name, String value) {
        variables.put(name, value);
        switch (name) {
            case "MAILTO", "MAILFROM" -> {
                if (!value.isEmpty()) {
                    made.note(
                            number,
                            name
                                    + ": mail about output is not converted; [notifications.NAME] of type \"email\" tells"
                                    + " of failures");
                }
            }
            case "TZ" ->
                made.note(
                        number,
                        "TZ is given to the commands, and says nothing about when they run, as with cron: write a"
                                + " timezone if your cron reads its schedules in TZ");
            case "START_HOURS_RANGE" -> made.note(number, name + " is anacron's: left out");
            case "LOGNAME", "USER" -> made.note(number, name + " is left out: a worker's --user says who runs it");
            default -> {
                // It goes to the jobs below it.
            }
        }
    }

    private static String unquoted(String value) {
        boolean inDouble = value.startsWith("\"") && value.endsWith("\"");
        boolean inSingle = value.startsWith("'") && value.endsWith("'");
        boolean quoted = value.length() > 1 && (inDouble || inSingle);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private void job(int number, String fields, String rest) {
        String command = rest;
        if (users) {
            Matcher user = USER.matcher(rest);
            if (!user.matches()) {
                made.note(number, "no command after the user: left out");
                return;
            }
            command = user.group(2);
            made.note(
                    number,
                    "user " + user.group(1) + " is not converted: commands run as the worker's own user, or as"
                            + " [worker] user says");
        }
        Map<String, Object> job = made.job(nameOf(command));
        if (!comment.isEmpty()) {
            job.put("description", comment);
        }
        job.put("schedule", schedule(fields));
        String zone = variables.getOrDefault("CRON_TZ", "");
        if (zone.isEmpty()) {
            made.noteOnce("schedules without CRON_TZ are read in UTC here, and were read in the system's zone by cron:"
                    + " give the jobs a timezone if that is another");
        } else {
            job.put("timezone", zone);
        }
        job.put("command", command(command));
        notes(number, command);
        String shell = variables.getOrDefault("SHELL", "");
        if (!shell.isEmpty() && !shell.equals("/bin/sh")) {
            job.put("shell", shell);
        }
        String home = variables.getOrDefault("HOME", "");
        if (!home.isEmpty()) {
            job.put("working_directory", home);
        }
        String delay = variables.getOrDefault("RANDOM_DELAY", "");
        if (delay.matches("\\d{1,5}") && !delay.equals("0")) {
            job.put("jitter", delay + "m");
        }
        Map<String, String> environment = new LinkedHashMap<>(variables);
        List.of(
                        "MAILTO",
                        "MAILFROM",
                        "SHELL",
                        "CRON_TZ",
                        "START_HOURS_RANGE",
                        "RANDOM_DELAY",
                        "LOGNAME",
                        "USER",
                        "CONTENT_TYPE")
                .forEach(environment::remove);
        if (!environment.isEmpty()) {
            job.put("env", environment);
        }
    }

    /** Says what looks wrong in a command, or went without saying under cron. */
    private void notes(int number, String command) {
        if (command.endsWith("\\")) {
            made.note(
                    number,
                    "the command ends with a backslash: cron does not continue lines, and the next was never part of it");
        }
        String beforeInput = command.split("(?<!\\\\)%", 2)[0];
        boolean open = beforeInput.chars().filter(c -> c == '"').count() % 2 == 1;
        if (beforeInput.length() < command.length() && open) {
            made.note(
                    number,
                    "an unescaped % ends the command, here as with cron, and stands within quotes: it was probably"
                            + " meant as \\%");
        }
        boolean atHome = variables.getOrDefault("HOME", "").isEmpty();
        if (atHome
                && RELATIVE.matcher(SET_IN_FRONT.matcher(command).replaceFirst(""))
                        .matches()) {
            made.note(
                    number,
                    "the command names a file by a relative path: cron runs it in the user's home directory; write that as"
                            + " working_directory");
        }
        if (!users && KNOWN_USER.matcher(command).matches()) {
            made.note(number, "the line seems to name a user, and the others do not: its command begins with it");
        }
    }

    private static String schedule(String fields) {
        String known = NICKNAMES.getOrDefault(fields, fields);
        // A random minute of cronie and OpenBSD is one that is hashed from the name here: the same every day.
        return RANDOM.matcher(known).replaceAll("H($1-$2)").replaceAll("(?<=^|\\s)~(?=\\s|$)", "H");
    }

    /** An unescaped percent sign ends the command; what follows is its input, with a line break for each further one. */
    private static String command(String text) {
        StringBuilder command = new StringBuilder();
        StringBuilder input = new StringBuilder();
        boolean inInput = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            StringBuilder to = inInput ? input : command;
            if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '%') {
                to.append('%');
                i++;
            } else if (c == '%') {
                if (inInput) {
                    input.append('\n');
                }
                inInput = true;
            } else {
                to.append(c);
            }
        }
        String line = command.toString().strip();
        return inInput ? "{ " + line + "\n} <<'" + END_OF_INPUT + "'\n" + input + "\n" + END_OF_INPUT : line;
    }

    /** The name of a job: the program it runs, without directory and ending. */
    private static String nameOf(String command) {
        String[] words = SET_IN_FRONT.matcher(command.strip()).replaceFirst("").split("\\s+", -1);
        int i = 0;
        // cd somewhere &&, variables in front of a command, and programs that run another say nothing about it.
        while (i < words.length - 1
                && (words[i].contains("=")
                        || List.of(
                                        "nice",
                                        "ionice",
                                        "sudo",
                                        "env",
                                        "exec",
                                        "nohup",
                                        "timeout",
                                        "flock",
                                        "/usr/bin/env",
                                        "test",
                                        "[",
                                        "!")
                                .contains(words[i])
                        || words[i].startsWith("-")
                        || words[i].matches("\\d+[smh]?"))) {
            i++;
        }
        if (words[i].equals("cd") && words.length > i + 3) {
            i += words[i + 1].endsWith(";") ? 2 : 3;
        }
        String program = words[Math.min(i, words.length - 1)];
        if (program.matches("(.*/)?(ba|z|k|da)?sh|(.*/)?(python|perl|ruby|node|php)[0-9.]*")
                && i + 1 < words.length
                && !words[i + 1].startsWith("-")) {
            program = words[i + 1];
        }
        String file = program.substring(program.lastIndexOf('/') + 1);
        return file.replaceFirst("\\.(sh|py|pl|rb|js|php)$", "").replaceAll("[\"';&|]", "");
    }
}
