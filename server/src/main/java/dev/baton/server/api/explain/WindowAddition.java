package dev.baton.server.api.explain;

import dev.baton.Explanation;
import dev.baton.Explanation.Cause;
import dev.baton.Explanation.Place;
import dev.baton.Explanation.Reason;
import dev.baton.Explanation.Reasons;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.kind.WindowWork;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.window.WindowBadges;
import dev.baton.server.window.WindowBadges.Badge;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds the states of the dependencies of a job with a window, and the end of its cooldown. */
final class WindowAddition implements Addition {

    private static final Set<Cause> KEPT_OUT = Set.of(Cause.SKIPPED, Cause.FAILURE, Cause.WAIT);
    private static final int MOST = 20;

    private final Catalog catalog;
    private final WindowBadges badges;
    private final Clock clock;

    WindowAddition(Catalog catalog, WindowBadges badges, Clock clock) {
        this.catalog = catalog;
        this.badges = badges;
        this.clock = clock;
    }

    @Override
    public Answer add(Answer answer) {
        Explanation told = answer.told();
        Reason root = told.root();
        String job = root.place().job();
        if (root.place().run() == null || !KEPT_OUT.contains(root.cause())) {
            return answer;
        }
        return catalog.work(job)
                .flatMap(WorkSpec::window)
                .map(work -> answer.with(withWindow(told, job, work)))
                .orElse(answer);
    }

    private Explanation withWindow(Explanation told, String job, WindowWork work) {
        Instant now = clock.instant();
        List<Reason> dependencies = new ArrayList<>();
        Explanation more =
                told.withRoot(told.root().with(Cause.WINDOW, told.root().text()));
        List<Badge> all = badges.of(job, work, now);
        for (Badge badge : all.subList(0, Math.min(MOST, all.size()))) {
            String words = words(badge);
            more = more.withFact(badge.name() + " " + words);
            if (badge.execution() != null) {
                Place place = new Place(badge.name(), badge.name(), badge.execution(), null);
                dependencies.add(new Reason(place, badge.status(), Cause.WINDOW, words, badge.finished()));
            }
        }
        Optional<Instant> cooled = badges.cooledAt(job, work, now);
        if (cooled.isPresent()) {
            Instant until = cooled.get();
            boolean said = more.root().text().contains(Addition.toSecond(until).toString());
            more = more.withEvidence(more.evidence().withUntil(until));
            more = said ? more : more.withFact("It does not look at them again until " + Addition.toSecond(until));
        }
        return new Explanation(
                more.chain(),
                new Reasons(dependencies, all.size() - Math.min(MOST, all.size())),
                more.evidence(),
                more.facts(),
                "It looks again the next time it fires: what it depends on should have succeeded by then.");
    }

    private static String at(@Nullable Instant instant) {
        return instant == null ? "" : " at " + Addition.toSecond(instant);
    }

    private static String words(Badge badge) {
        return switch (badge.status()) {
            case "running" -> "is running now";
            case "missing" -> "has not run within the window";
            default -> "ended last as " + badge.status() + at(badge.finished()) + ", in execution " + badge.execution();
        };
    }
}
