package dev.baton.server.spec;

/** What a job or a step does: one record for each kind, but one for all kinds that a worker executes by itself. */
public sealed interface WorkSpec permits CommandWork, FanoutWork, WindowWork, WorkflowWork, ApprovalWork, WaitWork {

    /** The kind, as files and messages call it. */
    String kind();
}
