package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Registered;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Adds the scheduler to {@code /actuator/info}. */
final class BatonInfoContributor implements InfoContributor {

    private final Baton baton;
    private final BatonStore store;

    BatonInfoContributor(Baton baton, BatonStore store) {
        this.baton = baton;
        this.store = store;
    }

    @Override
    public void contribute(Info.Builder builder) {
        List<Registered> all = baton.list();
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("store", store.kind());
        info.put("jobs", all.stream().filter(one -> !one.isWorkflow()).count());
        info.put("workflows", all.stream().filter(Registered::isWorkflow).count());
        all.stream()
                .flatMap(one -> one.nextFire().stream())
                .min(Comparator.naturalOrder())
                .map(Instant::toString)
                .ifPresent(next -> info.put("nextFire", next));
        builder.withDetail("baton", info);
    }
}
