package dev.baton.server.api.insight;

import dev.baton.server.api.definitions.DefinitionServices;
import dev.baton.server.http.Endpoint;
import dev.baton.server.metric.QueueState;
import dev.baton.server.store.AuditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The endpoints that summarise data for people in one request, for dashboards and chat bots. */
public final class InsightApi {

    private final List<Endpoint> table = new ArrayList<>();

    /**
     * @param queues the states of the queues
     * @param audit the audit log, for the authors of pauses
     * @param approvalChanges grows when a run begins or ceases to wait for a person
     */
    public InsightApi(
            DefinitionServices services,
            Supplier<List<QueueState>> queues,
            AuditLog audit,
            LongSupplier approvalChanges) {
        Usual usual = new Usual(services.all().history(), services.clock());
        Approvals approvals = new Approvals(services.all(), approvalChanges);
        Bars bars = new Bars(services.all());
        table.addAll(new OverviewEndpoints(services, queues, approvals).endpoints());
        table.addAll(new SummaryEndpoints(services, usual, approvals, new Pauses(audit), bars).endpoints());
        table.addAll(new TimelineEndpoints(services, usual).endpoints());
        table.addAll(new ApprovalEndpoints(approvals).endpoints());
        table.addAll(new SearchEndpoints(services.all()).endpoints());
        table.addAll(new BulkEndpoints(services).endpoints());
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.copyOf(table);
    }
}
