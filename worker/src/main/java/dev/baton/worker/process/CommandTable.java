package dev.baton.worker.process;

import java.util.List;
import java.util.Set;

/** The processes of a spooled program without those that write its output down: they end when all has been written. */
record CommandTable(ProcessTable all, Spool spool) implements ProcessTable {

    @Override
    public List<Member> members() {
        Set<Long> writers = spool.writers();
        return all.members().stream()
                .filter(member -> !isWriter(member, writers))
                .toList();
    }

    private static boolean isWriter(Member member, Set<Long> writers) {
        return writers.contains(member.handle().pid()) || writers.contains(member.parent());
    }
}
