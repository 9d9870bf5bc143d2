package dev.baton.engine;

/** An execution that needs a slot of its workflow. */
record WorkflowTicket(Machinery machinery, LiveExecution execution) implements Slots.Ticket {

    @Override
    public void admitted() {
        machinery.later(() -> machinery.tell(execution, Turn::start));
    }

    @Override
    public void replaced() {
        machinery.later(() -> machinery.tell(execution, turn -> Commands.cancel(turn, Why.REPLACED, Stop.REPLACED)));
    }
}
