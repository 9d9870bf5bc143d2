package dev.baton.cli.client;

import dev.baton.cli.output.CommandFailedException;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The log of one run, as it is now or as it grows. */
public final class RunLog {

    private static final int MOST_RETRIES = 30;
    private static final long RETRY_MILLIS = 1_000;
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Api api;
    private final String run;

    /**
     * A line.
     *
     * @param time its time, as in the API
     * @param attempt the attempt that printed it
     * @param stream the stream: stdout, stderr, or Baton's
     * @param text the text
     * @param isContinued whether the next one is a part of the same line
     */
    public record Line(String time, int attempt, String stream, String text, boolean isContinued) {

        static Line of(JsonNode tree) {
            return new Line(
                    Api.text(tree, "time"),
                    tree.path("attempt").asInt(0),
                    Api.text(tree, "stream"),
                    Api.text(tree, "text"),
                    tree.path("continued").asBoolean(false));
        }
    }

    /** The log of a run. */
    public RunLog(Api api, String run) {
        this.api = api;
        this.run = run;
    }

    /**
     * Reads the current log.
     *
     * @param tailBytes the approximate number of bytes at its end; null for all
     */
    public void read(@Nullable Integer tailBytes, Consumer<Line> lines) throws InterruptedException {
        try {
            api.lines(
                    "/runs/" + run + "/log" + Query.NONE.with("tail", tailBytes),
                    "application/x-ndjson",
                    text -> lines.accept(Line.of(MAPPER.readTree(text))));
        } catch (IOException e) {
            throw new CommandFailedException("the log of run " + run + " broke off: " + e.getMessage());
        }
    }

    /** Follows the log until the run has ended, across broken connections. Returns the final status of the run. */
    public String follow(Consumer<Line> lines) throws InterruptedException {
        Place place = new Place();
        int failures = 0;
        while (true) {
            String before = place.offset;
            try {
                api.lines(
                        "/runs/" + run + "/log?offset=" + before,
                        "text/event-stream",
                        new EventParser(event -> place.take(event, lines)));
            } catch (IOException broken) {
                // The next attempt continues after the last line.
            }
            if (!place.status.isEmpty()) {
                return place.status;
            }
            failures = place.offset.equals(before) ? failures + 1 : 0;
            if (failures > MOST_RETRIES) {
                throw new CommandFailedException(
                        "the log of run " + run + " cannot be followed any longer: " + api.server() + " is gone.",
                        "'baton logs -f " + run + "' goes on when it is back.");
            }
            Thread.sleep(RETRY_MILLIS);
        }
    }

    /** How far a log has been read. */
    private static final class Place {

        private String offset = "0";
        private String status = "";

        void take(EventParser.Event event, Consumer<Line> lines) {
            if (event.type().equals("line")) {
                lines.accept(Line.of(event.data()));
                offset = event.id();
            } else if (event.type().equals("end")) {
                status = Api.text(event.data(), "status");
            }
        }
    }
}
