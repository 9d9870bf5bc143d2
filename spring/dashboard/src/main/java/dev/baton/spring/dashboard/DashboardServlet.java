package dev.baton.spring.dashboard;

import dev.baton.server.mount.DashboardMount;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** The dashboard's servlet, found at the first request: the web server is made before the scheduler is. */
final class DashboardServlet implements Servlet {

    private final ObjectProvider<DashboardMount> dashboard;
    private @Nullable ServletConfig config;
    private @Nullable Servlet servlet;

    DashboardServlet(ObjectProvider<DashboardMount> dashboard) {
        this.dashboard = dashboard;
    }

    @Override
    public void init(ServletConfig newConfig) throws ServletException {
        config = newConfig;
        Servlet found = dashboard.getObject().servlet();
        found.init(newConfig);
        servlet = found;
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        if (servlet == null) {
            throw new ServletException("the dashboard is not initialised");
        }
        servlet.service(request, response);
    }

    @Override
    public @Nullable ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public String getServletInfo() {
        return "Baton's dashboard and API";
    }

    @Override
    public void destroy() {
        // The bean closes it.
    }
}
