package dev.baton.worker.process;

import java.util.List;

/** Finds the processes that belong to a started program. */
interface ProcessTable {

    /** The live processes, including the program itself. */
    List<Member> members();

    /**
     * A process of the program.
     *
     * @param handle the handle by which to signal it
     * @param parent the id of its parent
     * @param inGroup whether it is still in the process group of the program
     */
    record Member(ProcessHandle handle, long parent, boolean inGroup) {}
}
