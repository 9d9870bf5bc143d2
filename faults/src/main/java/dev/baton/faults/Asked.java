package dev.baton.faults;

import java.util.concurrent.CompletableFuture;

/** A node or a cluster of servers that takes commands, in the words of {@link NodeCommands}. Safe from any thread. */
interface Asked {

    /** The words in an answer that says that something is not possible. */
    String REFUSAL = "NotPossibleException";

    /** Asks for something; the answer fails when that cannot be done, or when nobody answers. */
    CompletableFuture<String> ask(String command);
}
