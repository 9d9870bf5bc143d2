package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Node;
import dev.baton.server.spec.document.Table;
import dev.baton.worker.Command;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Checks addresses in definitions that will be refused whenever they are used: better now than at night. */
final class ReachCheck {

    private static final String FILE = "file:";

    private final Reach reach;

    ReachCheck(Reach reach) {
        this.reach = reach;
    }

    void check(WorkSpec work, Table table) {
        if (work instanceof CommandWork command) {
            check(command.command(), table);
        } else if (work instanceof WindowWork window) {
            check(window.command(), table);
        } else if (work instanceof FanoutWork fanout) {
            check(fanout.command(), table);
            if (fanout.reducer() != null) {
                check(fanout.reducer().command(), table);
            }
            if (fanout.items() instanceof FanoutWork.FromUri from) {
                checkAddress(from.uri(), FanoutKeys.INPUTS_FROM, table);
            }
        } else if (work instanceof WaitWork wait) {
            if (wait.goal() instanceof WaitWork.ForUrl url) {
                checkAddress(url.url(), CommandKeys.URL, table);
            } else if (wait.goal() instanceof WaitWork.ForFile && !reach.files()) {
                refuseFile(WaitKeys.FILE, table);
            }
        }
    }

    private void check(Command command, Table table) {
        if (command instanceof Command.Http http && reach.commands()) {
            checkAddress(http.url(), CommandReader.COMMAND, table);
        }
    }

    private void checkAddress(String address, Key<?> key, Table table) {
        if (address.startsWith(FILE)) {
            if (!reach.files()) {
                refuseFile(key, table);
            }
            return;
        }
        String host = host(address);
        if (host != null) {
            reach.hosts()
                    .apply(host)
                    .ifPresent(objection -> table.problem(
                            key,
                            Node.quote(address) + " will be refused: " + objection + ".",
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
