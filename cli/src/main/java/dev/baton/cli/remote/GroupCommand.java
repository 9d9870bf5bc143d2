package dev.baton.cli.remote;

import picocli.CommandLine;

/** Commands that belong together under one name, one of which is meant when none is named. */
final class GroupCommand {

    private GroupCommand() {}

    /**
     * A group.
     *
     * @param name its name
     * @param description what it is about
     * @param usual what is done when no sub-command is named
     * @param commands the sub-commands
     */
    static CommandLine of(String name, String description, Object usual, Object... commands) {
        CommandLine group = new CommandLine(usual);
        group.setCommandName(name);
        group.getCommandSpec().usageMessage().description(description).commandListHeading("%nCommands:%n");
        for (Object command : commands) {
            group.addSubcommand(command);
        }
        return group;
    }
}
