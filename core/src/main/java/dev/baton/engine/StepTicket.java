package dev.baton.engine;

/** A run that needs a slot of its job. */
record StepTicket(Machinery machinery, LiveExecution execution, int step) implements Slots.Ticket {

    @Override
    public void admitted() {
        machinery.later(() -> machinery.tell(execution, turn -> turn.open(step)));
    }

    @Override
    public void replaced() {
        machinery.later(
                () -> machinery.tell(execution, turn -> Commands.cancelStep(turn, step, Why.REPLACED, Stop.REPLACED)));
    }
}
