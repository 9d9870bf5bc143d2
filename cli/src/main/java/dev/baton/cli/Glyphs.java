package dev.baton.cli;

import dev.baton.RunStatus;

/**
 * The small pictures of a live view, one character each.
 *
 * @param statuses one for each {@link RunStatus}, in its order; the one for {@code RUNNING} is never shown
 * @param spinner shown one after another for what runs
 * @param done the part of a progress bar that is done
 * @param open the part that is not
 */
record Glyphs(String statuses, String spinner, char done, char open) {

    static final Glyphs UNICODE = new Glyphs("·◦ ✔✔✘✘↷⊘", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", '━', '─');

    static final Glyphs ASCII = new Glyphs(".o ++XX-x", "|/-\\", '#', '.');

    /** The glyph of a run, at a tick of the spinner. */
    char of(RunStatus status, long tick) {
        return status == RunStatus.RUNNING
                ? spinner.charAt((int) Math.floorMod(tick, (long) spinner.length()))
                : statuses.charAt(status.ordinal());
    }

    /** A progress bar. */
    String bar(double fraction, int width) {
        int done = (int) Math.round(Math.max(0, Math.min(1, fraction)) * width);
        return String.valueOf(this.done).repeat(done) + String.valueOf(open).repeat(width - done);
    }

    /** All of them, to find out whether a charset has them. */
    String all() {
        return statuses + spinner + done + open;
    }
}
