package dev.baton.server.spec;

import dev.baton.server.kind.Reference;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Table;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Finds addresses in definitions that the server would refuse at run time, so that their authors learn it now. */
final class ReachCheck {

    private final Reach reach;

    ReachCheck(Reach reach) {
        this.reach = reach;
    }

    void check(WorkSpec work, Table table) {
        for (Reference reference : work.references()) {
            switch (reference.type()) {
                case ADDRESS -> checkAddress(reference, table);
                case WORKER_ADDRESS -> {
                    if (reach.commands()) {
                        checkAddress(reference, table);
                    }
                }
                case FILE -> {
                    if (!reach.files()) {
                        refuseFile(reference.key(), table);
                    }
                }
                case PAST_RUNS, JOB, WORKFLOW, PARENT, DATASOURCE -> {
                    // These refer to definitions and to the configuration, whose addresses are checked where they are
                    // read.
                }
            }
        }
    }

    private void checkAddress(Reference reference, Table table) {
        String host = host(reference.name());
        if (host != null) {
            reach.hosts()
                    .apply(host)
                    .ifPresent(objection -> table.problem(
                            reference.key(),
                            Node.quote(reference.name()) + " will be refused: " + objection + ".",
                            "Add it to allow_hosts in [server.outgoing] if it is meant."));
        }
    }

    private static void refuseFile(Key<?> key, Table table) {
        table.problem(
                key,
                "files of the server can be named in its configuration file alone.",
                "Write the definition into the file.");
    }

    private static @Nullable String host(String address) {
        try {
            URI uri = URI.create(address);
            String scheme = uri.getScheme();
            return scheme != null && scheme.startsWith("http") ? uri.getHost() : null;
        } catch (IllegalArgumentException notAnAddress) {
            return null;
        }
    }
}
