package dev.baton.worker.process;

import java.util.List;

/** Who belongs to a program that was started. */
interface ProcessTable {

    /** Those alive now, the program itself among them. */
    List<Member> members();

    /**
     * One of them.
     *
     * @param handle to signal it by
     * @param inGroup whether it is still in the process group of the program
     */
    record Member(ProcessHandle handle, boolean inGroup) {}
}
