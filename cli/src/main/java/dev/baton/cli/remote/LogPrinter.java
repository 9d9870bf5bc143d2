package dev.baton.cli.remote;

import dev.baton.cli.client.RunLog;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Texts;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints lines of logs, of one run or of several at a time. Safe from any thread. */
final class LogPrinter {

    private static final Paint[] PAINTS = {Paint.CYAN, Paint.MAGENTA, Paint.BLUE, Paint.YELLOW, Paint.GREEN};

    private final PrintWriter out;
    private final Style style;
    private final Form form;
    private int labelWidth;

    /**
     * How lines look.
     *
     * @param json as objects, for programs
     * @param times with the time in front
     * @param labels with the step in front, where there are several
     */
    record Form(boolean json, boolean times, boolean labels) {}

    LogPrinter(PrintWriter out, Style style, Form form) {
        this.out = out;
        this.style = style;
        this.form = form;
    }

    /** Leaves room for labels that are about to be printed, so that lines begin under one another. */
    synchronized void leaveRoom(Collection<String> labels) {
        labels.forEach(label -> labelWidth = Math.max(labelWidth, Texts.width(label)));
    }

    /**
     * Prints a line.
     *
     * @param run the run that said it
     * @param label the step, where there are several; may be empty
     */
    synchronized void print(String run, String label, RunLog.Line line) {
        if (form.json) {
            out.println(Json.write(json(run, line)));
            return;
        }
        StringBuilder text = new StringBuilder();
        if (form.times) {
            text.append(style.paint(Paint.DIM, style.time(line.time()))).append(' ');
        }
        if (form.labels && !label.isEmpty()) {
            labelWidth = Math.max(labelWidth, Texts.width(label));
            Paint paint = PAINTS[Math.floorMod(label.hashCode(), PAINTS.length)];
            text.append(style.paint(paint, Texts.pad(label, labelWidth) + " |")).append(' ');
        }
        String said = style.text(line.text());
        boolean own = !line.stream().equals("stdout") && !line.stream().equals("stderr");
        text.append(own ? style.paint(Paint.DIM, said) : said);
        out.println(text);
        out.flush();
    }

    private static Map<String, Object> json(String run, RunLog.Line line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("run_id", run);
        json.put("time", line.time());
        json.put("attempt", line.attempt());
        json.put("stream", line.stream());
        json.put("text", line.text());
        return json;
    }
}
