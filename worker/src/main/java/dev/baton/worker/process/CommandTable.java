package dev.baton.worker.process;

import java.util.List;
import java.util.Set;

/**
 * The processes of a spooled program without its shell and those that write its output down: these end by themselves
 * once all others have ended and all has been written.
 *
 * @param shell the id of the shell's process
 */
record CommandTable(ProcessTable all, long shell, Spool spool) implements ProcessTable {

    @Override
    public List<Member> members() {
        Set<Long> writers = spool.writers();
        return all.members().stream()
                .filter(member -> member.handle().pid() != shell && !isWriter(member, writers))
                .toList();
    }

    private static boolean isWriter(Member member, Set<Long> writers) {
        return writers.contains(member.handle().pid()) || writers.contains(member.parent());
    }
}
