package dev.baton.cli.output;

import dev.baton.RunStatus;

/**
 * The small pictures of a live view, one character each. The symbols of statuses are in {@link StatusStyle}.
 *
 * @param inUnicode whether symbols beyond ASCII can be shown
 * @param spinner shown one after another for what runs
 * @param done the part of a progress bar that is done
 * @param open the part that is not
 */
public record Glyphs(boolean inUnicode, String spinner, char done, char open) {

    public static final Glyphs UNICODE = new Glyphs(true, "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", '━', '─');

    public static final Glyphs ASCII = new Glyphs(false, "|/-\\", '#', '.');

    /** The glyph of a run, at a tick of the spinner. */
    public char of(RunStatus status, long tick) {
        return status == RunStatus.RUNNING
                ? spinner(tick)
                : StatusStyle.of(status).symbol(inUnicode);
    }

    /** The spinner at a tick. */
    public char spinner(long tick) {
        return spinner.charAt((int) Math.floorMod(tick, (long) spinner.length()));
    }

    /** The ellipsis for a text that was cut. */
    public String ellipsis() {
        return inUnicode ? "…" : "~";
    }

    /** A progress bar. */
    public String bar(double fraction, int width) {
        int done = (int) Math.round(Math.max(0, Math.min(1, fraction)) * width);
        return String.valueOf(this.done).repeat(done) + String.valueOf(open).repeat(width - done);
    }

    /** All of them, to find out whether a charset has them. */
    public String all() {
        return StatusStyle.symbols() + spinner + done + open + ellipsis();
    }
}
