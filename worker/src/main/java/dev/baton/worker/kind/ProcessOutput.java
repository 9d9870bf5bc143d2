package dev.baton.worker.kind;

import dev.baton.worker.Dispatch.Stream;
import dev.baton.worker.log.RunLog;

/** Copies the output of a process to the log, and remembers the last line, which often names the error. */
final class ProcessOutput {

    private static final int LONGEST_LAST_LINE = 500;

    private final RunLog.Writer writer;
    private final StringBuilder last = new StringBuilder();

    ProcessOutput(RunLog log, Stream stream) {
        this.writer = log.writer(stream);
    }

    synchronized void write(CharSequence piece) {
        writer.write(piece);
        last.append(piece);
        last.delete(0, Math.max(0, last.length() - LONGEST_LAST_LINE));
    }

    synchronized void end() {
        writer.end();
    }

    synchronized String lastLine() {
        String text = last.toString().strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }
}
