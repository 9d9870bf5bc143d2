package dev.baton.server.dashboard;

import dev.baton.server.http.Endpoint;
import dev.baton.server.http.Parameter;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Request;
import dev.baton.server.http.Response;
import dev.baton.server.http.SecurityHeaders;
import dev.baton.server.security.Access;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The endpoints of the dashboard. All pages are the same document, whose scripts draw the view that the address names.
 * The document and its scripts contain no data and are public, as the login page is. The scripts get their data from
 * the API, with the role of the signed-in user.
 */
public final class DashboardPages {

    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";

    private static final List<String> VIEWS = List.of(
            "workflows",
            "jobs",
            "executions",
            "runs",
            "approvals",
            "calendar",
            "schedules",
            "workers",
            "queues",
            "audit",
            "tokens",
            "doctor",
            "new");
    private static final List<String> WITH_SUBJECT = List.of("workflows", "jobs", "executions", "runs");

    private final Assets assets = Assets.load();
    private final String page;
    private final String policy;

    /** Creates the pages of a server of its own. */
    public DashboardPages() {
        this("");
    }

    /**
     * Creates the pages at a path of an application.
     *
     * @param base the path, without a slash at its end
     */
    public DashboardPages(String base) {
        this.page = assets.startPage(base);
        this.policy = SecurityHeaders.policy(scripts(page));
    }

    private static String scripts(String page) {
        Matcher map = IMPORT_MAP.matcher(page);
        return map.find() ? Assets.scriptHash(map.group(1)) : "";
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        List<Endpoint> table = new ArrayList<>();
        table.add(page("/", "overview"));
        VIEWS.forEach(view -> table.add(page("/" + view, view)));
        WITH_SUBJECT.forEach(view -> table.add(page("/" + view + "/{subject}", view + "_subject")));
        table.add(asset("/assets/{version}/{file}", "assets"));
        table.add(asset("/assets/{version}/{folder}/{file}", "assets_folder"));
        table.add(asset("/assets/{version}/{folder}/{part}/{file}", "assets_part"));
        table.add(asset("/assets/{version}/{folder}/{part}/{piece}/{file}", "assets_piece"));
        return table;
    }

    private Endpoint page(String path, String name) {
        return Endpoint.get(path, Access.PUBLIC, request -> show())
                .operation("pages." + name)
                .tags("pages")
                .about(
                        "A page of the dashboard",
                        "All pages are the same document; its scripts draw the view that the address names.")
                .query(Parameter.ANYTHING)
                .givesMedia("text/html");
    }

    private Response show() {
        return Response.page(page).header(SecurityHeaders.POLICY, policy);
    }

    private Endpoint asset(String path, String name) {
        List<String> parts = Pattern.compile("\\{([a-z]+)}")
                .matcher(path)
                .results()
                .map(match -> match.group(1))
                .toList();
        return Endpoint.get(path, Access.PUBLIC, request -> file(request, parts))
                .operation("pages." + name)
                .tags("pages")
                .about(
                        "A file of the dashboard",
                        "Browsers may cache the file forever under the version that the page names.")
                .givesMedia("text/javascript");
    }

    private Response file(Request request, List<String> parts) {
        String path = String.join("/", parts.stream().skip(1).map(request::name).toList());
        byte[] content = assets.find(path).orElseThrow(() -> ProblemException.notFound("there is no file " + path));
        Response response = Response.bytes(Assets.mediaType(path).orElseThrow(), new ByteArrayInputStream(content));
        boolean current = request.name(parts.get(0)).equals(assets.version());
        return response.header("Cache-Control", current ? FOR_GOOD : "no-store");
    }
}
