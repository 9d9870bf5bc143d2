package dev.baton.worker.process;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The program and its descendants, where there is no {@code /proc}. Once seen, a process is remembered, even when its
 * parent has ended since; one that lost its parent before anybody looked is not found.
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
                .map(handle -> new Member(handle, false))
                .toList();
    }
}
