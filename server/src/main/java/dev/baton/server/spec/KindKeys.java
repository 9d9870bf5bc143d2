package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Types;
import java.util.Locale;

/** The keys that say what kind of work it is. */
final class KindKeys {

    /** The kinds of work, as files call them. */
    enum Kind {
        SHELL,
        HTTP,
        CLAUDE,
        JAVA,
        FANOUT,
        WINDOW,
        WORKFLOW,
        APPROVAL,
        WAIT;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The kinds that a worker executes by itself. */
    enum Inner {
        SHELL,
        HTTP,
        CLAUDE,
        JAVA;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final Key<Kind> KIND = Key.of(
            "kind",
            Types.choice(Kind.class, '_'),
            "What kind of work it is; when left out, the command tells. `workflow` with `depends_on` is `window`.");
    static final Key<Inner> INNER_KIND = Key.of(
                    "inner_kind",
                    Types.choice(Inner.class, '_'),
                    "What kind of command a fan-out or a window runs; when left out, the command tells.")
            .of("fanout", "window");
    static final Key<Inner> REDUCER_KIND = Key.of(
            "kind", Types.choice(Inner.class, '_'), "What kind of command it is; when left out, the command tells.");

    private KindKeys() {}
}
