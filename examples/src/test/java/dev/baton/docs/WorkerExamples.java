package dev.baton.docs;

import dev.baton.worker.Assignment;
import dev.baton.worker.BatonWorker;
import dev.baton.worker.Command;
import dev.baton.worker.Dispatch;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.DispatchUnavailableException;
import dev.baton.worker.Handler;
import dev.baton.worker.HandlerContext;
import dev.baton.worker.Handlers;
import dev.baton.worker.LeaseLostException;
import dev.baton.worker.MessageRefusedException;
import dev.baton.worker.ReturningDispatch;
import dev.baton.worker.UnknownWorkerException;
import dev.baton.worker.Worker;
import dev.baton.worker.WorkerFiles;
import dev.baton.worker.WorkerNotAllowedException;
import dev.baton.worker.WorkerOptions;
import dev.baton.worker.kind.HandlerKind;
import dev.baton.worker.kind.Kind;
import dev.baton.worker.kind.Launcher;
import dev.baton.worker.kind.LeftBehind;
import dev.baton.worker.kind.OrdinaryVariables;
import dev.baton.worker.kind.RunIo;
import dev.baton.worker.kind.Spools;
import dev.baton.worker.kind.StandardKinds;
import dev.baton.worker.log.Masker;
import dev.baton.worker.log.RunLog;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.AddressRefusedException;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.Cidr;
import dev.baton.worker.net.GuardedHttp;
import dev.baton.worker.net.HttpAnswer;
import dev.baton.worker.net.HttpCall;
import dev.baton.worker.net.Resolver;
import dev.baton.worker.process.Program;
import dev.baton.worker.process.Programs;
import dev.baton.worker.process.RunUser;
import dev.baton.worker.process.Spool;
import dev.baton.worker.process.SpooledPrograms;
import dev.baton.worker.wire.Durations;
import dev.baton.worker.wire.HttpDispatch;
import dev.baton.worker.wire.JsonMappers;
import dev.baton.worker.wire.Messages;
import dev.baton.worker.wire.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** The examples in the Javadoc of workers. {@link DocsTest} compares the two. */
@SuppressWarnings({"unused", "resource", "SystemOut"})
abstract class WorkerExamples {

    abstract Object resize(String file);

    void handlers() {
        Handler resize = context -> {
            String file = context.parameter("file", String.class).orElseThrow();
            return resize(file);
        };
    }

    Object contexts(HandlerContext context) {
        int rows = context.output("extract", Integer.class).orElse(0);
        if (rows == 0) {
            throw context.skip("there is nothing to load");
        }
        context.progress(0.5, rows + " rows");
        return rows;
    }

    void names() {
        Handlers handlers = Handlers.none().with("resize", context -> resize("a.png"));
        System.out.println(handlers.names()); // [resize]
    }

    void workers(URI server, String token) {
        Worker worker = BatonWorker.connect(server, token)
                .handler("resize", context -> resize("a.png"))
                .start();
        worker.close(Duration.ofSeconds(30)); // what has not ended by then goes back to the server
    }

    void options() {
        WorkerOptions options =
                WorkerOptions.named("images-1").withQueues(Set.of("images")).withCapacity(8);
    }

    Handler results() {
        Handler merge = context -> {
            AtomicInteger rows = new AtomicInteger();
            context.results(item -> rows.addAndGet(item.output() instanceof Integer count ? count : 0));
            return rows.get();
        };
        return merge;
    }

    abstract Result execute(Assignment assignment);

    String assignments(Assignment assignment) {
        String title = assignment.run().job() + ", attempt " + assignment.run().attempt();
        return title;
    }

    String commands(Command command) {
        String title = command instanceof Command.Shell shell ? shell.line() : command.kind();
        return title;
    }

    void dispatches(Dispatch server, Dispatch.Introduction introduction) {
        Dispatch.Registration known = server.register(introduction);
        for (Assignment assignment : server.claim(known.worker(), 4, Duration.ofSeconds(20))) {
            server.finish(known.worker(), assignment.lease(), execute(assignment));
        }
    }

    void returning(URI address, String token, WorkerFiles files) {
        Dispatch server = new ReturningDispatch(new HttpDispatch(address, token), files);
    }

    void files(Path directory, Executor threads) throws IOException {
        WorkerFiles files = WorkerFiles.open(directory, new Programs(threads), Clock.systemUTC())
                .orElseThrow(() -> new IOException("another worker uses " + directory));
        Launcher launcher = Launcher.of(files.spools());
    }

    void unavailable(Dispatch server, String worker, String lease, Dispatch.Result result, List<String> later) {
        try {
            server.finish(worker, lease, result);
        } catch (DispatchUnavailableException away) {
            later.add(lease); // the same call may be repeated
        }
    }

    void lost(Dispatch server, String worker, String lease, Dispatch.Result result) {
        try {
            server.finish(worker, lease, result);
        } catch (LeaseLostException lost) {
            System.out.println("the result does not count: " + lost.getMessage());
        }
    }

    void refused(Dispatch server, String worker, String lease, List<Dispatch.LogEntry> entries) {
        try {
            server.log(worker, lease, entries);
        } catch (MessageRefusedException refused) {
            System.out.println("not sent again: " + refused.getMessage());
        }
    }

    String forgotten(
            Dispatch server, String worker, List<Dispatch.Progress> running, Dispatch.Introduction introduction) {
        try {
            server.heartbeat(worker, running);
        } catch (UnknownWorkerException forgotten) {
            worker = server.register(introduction).worker();
        }
        return worker;
    }

    void notAllowed(URI server, String token) {
        try {
            BatonWorker.connect(server, token).start();
        } catch (WorkerNotAllowedException refused) {
            System.out.println("the token is not one of a worker: " + refused.getMessage());
        }
    }

    void handlerKinds() {
        Kind java = new HandlerKind(Handlers.none().with("resize", context -> resize("a.png")));
    }

    void kinds() {
        Kind dryRun = new Kind() {
            @Override
            public String name() {
                return "shell";
            }

            @Override
            public Result run(Assignment assignment, RunIo io) {
                io.say("would run " + assignment.run().job());
                return new Result(Outcome.SKIPPED, null, "a dry run", null);
            }
        };
    }

    void launchers(Executor threads) {
        Launcher launcher = Launcher.of(new Programs(threads)); // commands end with this process
    }

    void leftBehind(Spools spools) {
        for (LeftBehind command : spools.leftBehind()) {
            System.out.println(command.assignment().run().job() + (command.hasEnded() ? " has ended" : " goes on"));
        }
    }

    void variables() {
        Map<String, String> inherited = OrdinaryVariables.among(System.getenv()); // PATH, HOME, LANG, …
    }

    void runIo(RunIo io) {
        io.progress(0.5, "half of it");
        if (io.isStopped()) {
            io.say("stopped half way");
        }
    }

    void spools(Path directory, Executor threads) throws IOException {
        Spools spools = new Spools(directory, new Programs(threads), Clock.systemUTC());
        spools.leftBehind().forEach(command -> spools.stop(command, "its job is gone"));
    }

    void standardKinds(URI server, String token, Executor threads) {
        BatonWorker worker = BatonWorker.connect(server, token);
        Map<String, String> inherited = OrdinaryVariables.among(System.getenv());
        StandardKinds.of(threads, inherited, List.of("claude", "-p"), Allowed.NOTHING)
                .forEach(worker::kind);
    }

    void maskers() {
        String line = Masker.of(List.of("hunter2")).mask("the password is hunter2"); // the password is ***
    }

    void runLogs(Dispatch server, String worker, String lease, List<String> secrets) {
        RunLog log = new RunLog(Masker.of(secrets), RunLog.DEFAULT_LIMIT, Clock.systemUTC());
        log.add(Dispatch.Stream.STDOUT, "42 rows\n");
        List<Dispatch.LogEntry> batch = log.next(100_000);
        server.log(worker, lease, batch);
        log.sent(batch.size());
    }

    void guards() {
        Optional<String> objection = new AddressGuard(Allowed.NOTHING).objection("169.254.169.254");
    }

    void addresses(GuardedHttp http, HttpCall call) throws Exception {
        try {
            http.send(call);
        } catch (AddressRefusedException refused) {
            System.out.println("not a public address: " + refused.getMessage());
        }
    }

    void allowed() {
        Allowed allowed = new Allowed(false, Set.of("*.example.com"), Set.of(Cidr.of("10.1.0.0/16")));
    }

    void ranges() throws IOException {
        boolean isInside = Cidr.of("10.0.0.0/8").contains(InetAddress.getByName("10.1.2.3")); // true
    }

    void requests(URI uri, Executor threads) throws Exception {
        GuardedHttp http = new GuardedHttp(new AddressGuard(Allowed.NOTHING), threads);
        HttpAnswer answer = http.send(HttpCall.get(uri, new HttpCall.Limits(Duration.ofSeconds(10), 1_000_000, 5)));
    }

    void answers(HttpAnswer answer) {
        if (answer.status() == 200 && answer.isJson()) {
            System.out.println(answer.text());
        }
    }

    void calls() {
        HttpCall.Limits limits = new HttpCall.Limits(Duration.ofSeconds(10), 1_000_000, 5);
        HttpCall call = HttpCall.get(URI.create("https://example.com/hosts"), limits);
    }

    void resolvers() {
        Resolver pinned = host -> List.of(InetAddress.getByAddress(host, new byte[] {10, 0, 0, 1}));
    }

    void program() {
        Program sort = new Program(List.of("sort"), null, Map.of(), "b\na\n", Duration.ofSeconds(5));
    }

    void programs(Executor threads, Program program) throws Exception {
        StringBuilder printed = new StringBuilder();
        int exitCode = new Programs(threads).run(program, printed::append, printed::append);
    }

    void users(Executor threads) throws IOException {
        Programs programs = new Programs(threads, RunUser.named("nobody"));
    }

    void spool(Path directory) throws IOException {
        Spool spool = Spool.create(directory, "01a1e797-4110-7000-80ba-840a4627977c.0/1");
        System.out.println(spool.exitCode().isPresent() ? "has ended" : "runs");
    }

    void spooled(Executor threads, Program program, Path directory, String mark, SpooledPrograms.Ears ears)
            throws Exception {
        SpooledPrograms programs = new SpooledPrograms(new Programs(threads));
        int exitCode = programs.run(program, Spool.create(directory, mark), ears, () -> true);
    }

    void durations() {
        Duration patience = Durations.require("2h30m");
        String text = Durations.format(patience); // 2h30m
    }

    void clients(String token) {
        Dispatch server = new HttpDispatch(URI.create("https://baton.example.com"), token);
    }

    void mappers(String json) {
        JsonNode body = JsonMappers.plain().readTree(json);
    }

    void messages() {
        String body = WireFormat.mapper().writeValueAsString(new Messages.Claim("w-1", 4, Duration.ofSeconds(20)));
    }

    void formats(String json) {
        Assignment assignment = WireFormat.mapper().readValue(json, Assignment.class);
    }
}
