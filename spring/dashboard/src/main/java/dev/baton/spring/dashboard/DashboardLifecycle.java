package dev.baton.spring.dashboard;

import dev.baton.server.mount.DashboardMount;
import dev.baton.spring.BatonStore;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * Refuses to start an application whose dashboard nobody guards, and ends the streams of events before the web server
 * waits for open requests to end.
 */
final class DashboardLifecycle implements SmartInitializingSingleton, SmartLifecycle {

    /** The bean that Spring Security makes if the application has one filter chain or more. */
    private static final String GUARD = "springSecurityFilterChain";

    /** Later than the web server's graceful shutdown has, so that this stops first. */
    private static final int BEFORE_WEB_SERVER = DEFAULT_PHASE - 512;

    private final ObjectProvider<DashboardMount> dashboard;
    private final BatonStore store;
    private final BatonDashboardProperties properties;
    private final ListableBeanFactory beans;
    private volatile boolean running;

    DashboardLifecycle(
            ObjectProvider<DashboardMount> dashboard,
            BatonStore store,
            BatonDashboardProperties properties,
            ListableBeanFactory beans) {
        this.dashboard = dashboard;
        this.store = store;
        this.properties = properties;
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!properties.unprotected() && !beans.containsBean(GUARD)) {
            throw new IllegalStateException("Baton's dashboard would be at " + properties.path()
                    + " for everybody who reaches this application, as it does not use Spring Security. Add"
                    + " spring-boot-starter-security and decide who may open " + properties.path()
                    + "/**; or set baton.dashboard.unprotected=true if something else keeps strangers away; or set"
                    + " baton.dashboard.enabled=false.");
        }
        if (store.store() == null) {
            throw new IllegalStateException("Baton's dashboard reads the database of the scheduler, and this"
                    + " application's scheduler keeps everything in memory. Give the application a DataSource of"
                    + " PostgreSQL or SQLite, or set baton.dashboard.enabled=false.");
        }
        dashboard.getObject();
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        dashboard.getObject().close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return BEFORE_WEB_SERVER;
    }
}
