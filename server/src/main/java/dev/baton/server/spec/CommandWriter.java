package dev.baton.server.spec;

import dev.baton.server.spec.document.Out;
import dev.baton.worker.Command;
import tools.jackson.databind.node.ObjectNode;

/** Writes a command as a table. */
final class CommandWriter {

    private CommandWriter() {}

    static ObjectNode write(Command command) {
        Out out = new Out();
        if (command instanceof Command.Shell shell) {
            out.put(CommandKeys.LINE, shell.line())
                    .put(CommandKeys.SHELL, shell.shell())
                    .put(CommandKeys.WORKING_DIRECTORY, shell.directory())
                    .put(
                            CommandKeys.SUCCESS_CODES,
                            shell.successCodes().stream().sorted().toList())
                    .put(CommandKeys.STOP_GRACE, shell.stopGrace());
        } else if (command instanceof Command.Http http) {
            out.put(CommandKeys.METHOD, http.method())
                    .put(CommandKeys.URL, http.url())
                    .put(CommandKeys.HEADERS, http.headers())
                    .put(CommandKeys.BODY, http.body())
                    .put(
                            CommandKeys.EXPECT_STATUS,
                            http.expectStatus().stream().sorted().toList())
                    .put(CommandKeys.RESPONSE_TIMEOUT, http.timeout())
                    .put(CommandKeys.FOLLOW_REDIRECTS, http.followRedirects());
        } else if (command instanceof Command.Claude claude) {
            out.put(CommandKeys.PROMPT, claude.prompt())
                    .put(CommandKeys.PROGRAM, claude.program())
                    .put(CommandKeys.WORKING_DIRECTORY, claude.directory())
                    .put(CommandKeys.STOP_GRACE, claude.stopGrace());
        } else if (command instanceof Command.Handler handler) {
            out.put(CommandKeys.HANDLER, handler.handler());
        }
        return out.json();
    }
}
