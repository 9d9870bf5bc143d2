package dev.baton.worker.process;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds a program and its descendants on systems without {@code /proc}. A process that was seen once is remembered,
 * even after its parent has ended; a process that lost its parent before the first look is not found.
 */
final class DescendantTable implements ProcessTable {

    private final ProcessHandle program;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    DescendantTable(ProcessHandle program) {
        this.program = program;
        seen.add(program);
    }

    @Override
    public synchronized List<Member> members() {
        program.descendants().forEach(seen::add);
        return seen.stream()
                .filter(ProcessHandle::isAlive)
                .map(handle -> new Member(
                        handle, handle.parent().map(ProcessHandle::pid).orElse(0L), false))
                .toList();
    }
}
