package dev.baton.engine;

import dev.baton.spi.Store;
import java.util.function.Consumer;

/** Passes on what happens at gates; later, since it may happen in another execution's turn. */
final class GateNews implements Gates.Host {

    private final Machinery machinery;

    GateNews(Machinery machinery) {
        this.machinery = machinery;
    }

    @Override
    public void admitted(Store.Gate gate, Gates.Ticket ticket) {
        boolean whole = ticket.step() == Gates.Ticket.WHOLE;
        tellLater(ticket, whole ? Turn::start : turn -> Admissions.admitted(turn, ticket.step(), gate));
    }

    @Override
    public void refused(Store.Gate gate, Gates.Ticket ticket) {
        boolean whole = ticket.step() == Gates.Ticket.WHOLE;
        tellLater(
                ticket,
                whole
                        ? turn -> turn.keepOut(Why.EXECUTION_OVERLAP)
                        : turn -> Admissions.refused(turn, ticket.step(), gate));
    }

    @Override
    public void replaced(Store.Gate gate, Gates.Ticket ticket) {
        boolean whole = ticket.step() == Gates.Ticket.WHOLE;
        tellLater(
                ticket,
                whole
                        ? turn -> Commands.cancel(turn, Why.REPLACED, Stop.REPLACED)
                        : turn -> Commands.cancelStep(turn, ticket.step(), Why.REPLACED, Stop.REPLACED));
    }

    private void tellLater(Gates.Ticket ticket, Consumer<Turn> what) {
        machinery.later(() -> machinery.tell(ticket.execution(), what));
    }
}
