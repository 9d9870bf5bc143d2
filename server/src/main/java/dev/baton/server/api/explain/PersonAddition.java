package dev.baton.server.api.explain;

import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Place;
import dev.baton.server.http.Json;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.AuditLog.Entry;
import dev.baton.server.store.AuditLog.Filter;
import dev.baton.server.store.PauseNotes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Adds who paused, held or cancelled, when and why, and who may approve. */
final class PersonAddition implements Addition {

    private static final int BAD_REQUEST = 400;

    private final PauseNotes pauses;
    private final AuditLog audit;

    PersonAddition(PauseNotes pauses, AuditLog audit) {
        this.pauses = pauses;
        this.audit = audit;
    }

    @Override
    public Answer add(Answer answer) {
        Place place = answer.told().root().place();
        Cause cause = answer.told().cause();
        return switch (cause) {
            case APPROVAL -> answer.withFact("Tokens with the role operator or admin may answer");
            case PAUSED -> pause(place).map(answer::withFact).orElse(answer);
            case HOLD ->
                audited("executions.hold", place.execution().toString(), "held the execution")
                        .map(answer::withFact)
                        .orElse(answer);
            case CANCELLED -> cancelled(place).map(answer::withFact).orElse(answer);
            default -> answer;
        };
    }

    private Optional<String> pause(Place place) {
        int slash = place.job().indexOf('/');
        Optional<PauseNotes.Note> own = pauses.find(place.job());
        boolean whole = own.isEmpty() && slash >= 0;
        String name = whole ? place.job().substring(0, slash) : place.job();
        return (whole ? pauses.find(name) : own)
                .map(note -> sentence(note.actor(), "paused " + name, note.since(), note.reason()));
    }

    private Optional<String> cancelled(Place place) {
        Optional<String> run = place.run() == null
                ? Optional.empty()
                : audited("runs.cancel", place.run().toString(), "cancelled the run");
        return run.or(() -> audited("executions.cancel", place.execution().toString(), "cancelled the execution"));
    }

    private Optional<String> audited(String action, String target, String what) {
        List<Entry> newest = audit.list(new Filter(null, action, target, null, null), null, 1);
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        Entry entry = newest.get(0);
        JsonNode detail = Json.mapper().readTree(entry.detail());
        return detail.path("status").asInt(0) >= BAD_REQUEST
                ? Optional.empty()
                : Optional.of(sentence(
                        entry.actor(), what, entry.time(), detail.path("reason").asString("")));
    }

    private static String sentence(String actor, String what, Instant time, String reason) {
        return actor + " " + what + " at " + Addition.toSecond(time) + (reason.isEmpty() ? "" : ": " + reason);
    }
}
