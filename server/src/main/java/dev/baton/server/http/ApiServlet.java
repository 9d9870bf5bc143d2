package dev.baton.server.http;

import dev.baton.server.http.Authenticator.Known;
import dev.baton.server.security.Access;
import dev.baton.server.security.Actor;
import dev.baton.server.security.Role;
import dev.baton.server.store.AuditLog;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.servlet.JavalinServlet;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves a table of endpoints at a path of an application, in its servlet container. The application lets people in and
 * names them; this servlet asks for no token. Changes need the header of {@link dev.baton.server.security.SameSite}, as
 * they do on a server of its own: a browser sends the application's cookie with the requests of other pages too.
 */
public final class ApiServlet implements Servlet {

    /** A client reconnects after this, so that the application can refuse one that has signed out meanwhile. */
    private static final Duration LONGEST_STREAM = Duration.ofMinutes(5);

    private static final int LONGEST_NAME = 200;

    private final Mount mount;
    private final Function<String, List<Endpoint>> endpoints;
    private final AuditLog audit;
    private final EventStreams streams = new EventStreams(EventStreams.HEARTBEAT);
    private @Nullable ServletConfig config;
    private @Nullable JavalinServlet javalin;
    private String prefix = "";

    /**
     * The settings of an application for the API inside it.
     *
     * @param path the path below the application's own, such as {@code /baton}
     * @param refusal the answer to a change that is not allowed; null to allow changes
     */
    public record Mount(String path, @Nullable String refusal) {

        private Role role() {
            return refusal == null ? Role.OPERATOR : Role.VIEWER;
        }
    }

    /**
     * Creates the servlet.
     *
     * @param endpoints the endpoints, for the path at which browsers see them
     */
    public ApiServlet(Mount mount, Function<String, List<Endpoint>> endpoints, AuditLog audit) {
        this.mount = mount;
        this.endpoints = endpoints;
        this.audit = audit;
    }

    @Override
    public void init(ServletConfig newConfig) throws ServletException {
        config = newConfig;
        prefix = newConfig.getServletContext().getContextPath() + mount.path();
        HttpSettings settings = HttpSettings.loopback(0);
        List<Endpoint> table = Routes.table(endpoints.apply(prefix).stream()
                .filter(endpoint -> endpoint.access() != Access.ADMIN && endpoint.access() != Access.WORKER)
                .toList());
        Route.Answering answering = new Route.Answering(
                new Answers(Masks.NONE, prefix),
                new BodyBudget(settings.limits().body()),
                (endpoint, actor) -> refusal());
        Routes routes = new Routes(settings, new Auditor(audit, Masks.NONE), streams, answering);
        // Javalin's own choice would be a servlet for Jetty alone.
        javalin = new JavalinServlet(Javalin.create(made -> {
                    Routes.configure(made);
                    made.routes.before(context -> admit(context, settings.limits()));
                    routes.add(made, table);
                })
                .unsafe);
        javalin.init(newConfig);
    }

    private String refusal() {
        return mount.refusal() == null ? "this is not allowed here" : mount.refusal();
    }

    private void admit(Context context, Limits limits) {
        SecurityHeaders.ALL.forEach(context::header);
        AccessFilter.checkMethod(context);
        AccessFilter.checkCharset(context);
        if (context.req().getContentLengthLong() > limits.body()) {
            throw ProblemException.tooLarge(limits.body());
        }
        Actor actor = actor(context.req().getUserPrincipal());
        long opened = System.nanoTime();
        AccessFilter.know(
                context,
                new Known(
                        actor,
                        true,
                        () -> System.nanoTime() - opened < LONGEST_STREAM.toNanos()
                                ? Optional.of(actor)
                                : Optional.empty()));
    }

    private Actor actor(@Nullable Principal principal) {
        String name = principal == null || principal.getName() == null ? "anonymous" : principal.getName();
        String shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        return new Actor(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)), shown, mount.role());
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        JavalinServlet started = javalin;
        if (started == null) {
            throw new ServletException("the servlet is not initialised");
        }
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("the servlet answers HTTP alone");
        }
        if (asked.getRequestURI().equals(prefix)) {
            answer.sendRedirect(prefix + "/");
            return;
        }
        started.service(new Below(asked, prefix), answer);
    }

    /** A request whose path begins after the servlet's own, as its router expects. */
    private static final class Below extends HttpServletRequestWrapper {

        private final String prefix;

        Below(HttpServletRequest request, String prefix) {
            super(request);
            this.prefix = prefix;
        }

        @Override
        public String getContextPath() {
            return prefix;
        }
    }

    @Override
    public @Nullable ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public String getServletInfo() {
        return "Baton's dashboard and API";
    }

    /** Ends all event streams. */
    @Override
    public void destroy() {
        streams.close();
    }
}
