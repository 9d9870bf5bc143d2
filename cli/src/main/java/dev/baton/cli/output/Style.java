package dev.baton.cli.output;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The style of output for people: statuses by word and symbol, instants as distances, colours if they are wanted.
 *
 * @param terminal the terminal
 * @param glyphs the symbols that it can show
 * @param clock the clock from which distances are counted
 */
public record Style(Terminal terminal, Glyphs glyphs, Clock clock) {

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm:ss xxx", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** The style for a terminal. */
    public static Style of(Terminal terminal, Clock clock) {
        return new Style(terminal, terminal.glyphs(), clock);
    }

    /** The text in a colour, where colours are wanted. */
    public String paint(Paint paint, String text) {
        return terminal.colour() ? paint.on(text) : text;
    }

    /** A text of several lines from elsewhere: its colours stay where colours are wanted, other escapes never. */
    public String text(String text) {
        return terminal.colour()
                ? Texts.printed(text)
                : text.lines().map(Texts::plain).collect(Collectors.joining("\n"));
    }

    /** A status by symbol and word, for a cell. */
    public Table.Cell status(String word) {
        StatusStyle look = StatusStyle.of(word);
        return new Table.Cell(look.symbol(glyphs.inUnicode()) + " " + word, look.paint());
    }

    /** A status by symbol and word, for a line. */
    public String painted(String word) {
        Table.Cell cell = status(word);
        return paint(cell.paint(), cell.text());
    }

    /** Where an instant is from now: {@code in 5 min}, {@code 3 h 20 min ago}; empty for none. */
    public String distance(String instant) {
        if (instant.isEmpty()) {
            return "";
        }
        Duration ahead = Duration.between(clock.instant(), Instant.parse(instant));
        if (ahead.isNegative()) {
            Duration ago = Duration.ofSeconds(ahead.negated().toSeconds());
            return ago.isZero() ? "now" : HumanTime.distance(ago) + " ago";
        }
        return "in " + HumanTime.distance(ahead);
    }

    /** An instant in the zone of this machine, and how far it is; empty for none. */
    public String moment(String instant) {
        return instant.isEmpty() ? "" : MOMENT.format(local(instant)) + "  (" + distance(instant) + ")";
    }

    /** The time of day of an instant in the zone of this machine. */
    public String time(String instant) {
        return instant.isEmpty() ? "" : TIME.format(local(instant));
    }

    /** How long something took, or has taken until now; empty when it has not begun. */
    public String taken(String started, String finished) {
        if (started.isEmpty()) {
            return "";
        }
        Instant end = finished.isEmpty() ? clock.instant() : Instant.parse(finished);
        return HumanTime.taken(Duration.between(Instant.parse(started), end));
    }

    private ZonedDateTime local(String instant) {
        return Instant.parse(instant).atZone(zone());
    }

    /** The zone that instants are shown in. */
    public ZoneId zone() {
        return clock.getZone();
    }
}
