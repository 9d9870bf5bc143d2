package dev.baton.worker.kind;

import dev.baton.worker.Assignment;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch.Result;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs prompts through the command-line program of a language model; the output of the program is the output of the
 * run.
 */
final class ClaudeKind implements Kind {

    /** The program if neither the command nor the worker's configuration names one. */
    public static final List<String> DEFAULT_PROGRAM = List.of("claude", "-p");

    private final ProcessRuns processes;
    private final List<String> program;
    private final int longestAnswer;

    /**
     * Runs programs with prompts.
     *
     * @param inherited the variables inherited from the worker's environment
     * @param program the program for commands that name none
     * @param longestAnswer the most characters of an answer
     */
    public ClaudeKind(Launcher launcher, Map<String, String> inherited, List<String> program, int longestAnswer) {
        this.processes = new ProcessRuns(launcher, inherited, longestAnswer);
        this.program = List.copyOf(program);
        this.longestAnswer = longestAnswer;
    }

    @Override
    public String name() {
        return "claude";
    }

    @Override
    public Result run(Assignment assignment, RunIo io) throws InterruptedException {
        Answer answer = new Answer(longestAnswer);
        ProcessRuns.Start start = start(assignment, answer);
        return result(start, answer, () -> processes.run(assignment, start, io));
    }

    @Override
    public Result resume(LeftBehind work, RunIo io) throws InterruptedException {
        Answer answer = new Answer(longestAnswer);
        ProcessRuns.Start start = start(work.assignment(), answer);
        return result(start, answer, () -> processes.resume(work, start, io));
    }

    private ProcessRuns.Start start(Assignment assignment, Answer answer) {
        Command.Claude claude = (Command.Claude) assignment.command();
        return new ProcessRuns.Start(
                claude.program().isEmpty() ? program : claude.program(),
                claude.directory(),
                claude.prompt(),
                claude.stopGrace(),
                Set.of(0),
                answer::add);
    }

    private Result result(ProcessRuns.Start start, Answer answer, ProcessRuns.Work work) throws InterruptedException {
        try {
            ProcessRuns.Ended ended = work.toItsEnd();
            if (!ended.succeeded()) {
                return Results.failure("\"" + start.command().get(0) + "\" " + ended.description(), ended.code());
            }
            return answer.isTooLong()
                    ? Results.failure("the answer is longer than %,d characters".formatted(longestAnswer), ended.code())
                    : Results.success(answer.text(), ended.code(), ended.steps());
        } catch (IOException e) {
            return Results.failure(String.valueOf(e.getMessage()));
        }
    }

    private static final class Answer {

        private final StringBuilder text = new StringBuilder();
        private final int longest;
        private boolean tooLong;

        Answer(int longest) {
            this.longest = longest;
        }

        synchronized void add(CharSequence piece) {
            if (text.length() + piece.length() > longest) {
                tooLong = true;
            } else {
                text.append(piece);
            }
        }

        synchronized boolean isTooLong() {
            return tooLong;
        }

        synchronized String text() {
            return text.toString().stripTrailing();
        }
    }
}
