package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Interceptor;
import dev.baton.Workflow;
import dev.baton.cli.output.Terminal;
import dev.baton.error.DidYouMean;
import dev.baton.examples.Etl;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton demo}: runs an example workflow and shows it live. */
@Command(
        name = "demo",
        description = "Run an example workflow in the foreground and watch its steps.",
        footer = {
            "",
            "Ctrl-C cancels the execution; its final step still runs.",
            "Exit code: 0 when the workflow succeeds, 1 when it fails."
        })
final class DemoCommand extends LocalCommand {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration FAST_TICK = Duration.ofMillis(1);

    private final Terminal terminal;

    @Option(names = "--fast", description = "Take less than a second instead of about eight.")
    private boolean fast;

    @Option(names = "--fail", paramLabel = "STEP", description = "Make this step fail, to see what happens then.")
    private @Nullable String fail;

    @Option(names = "--plain", description = "Print one line for each event instead of drawing.")
    private boolean plain;

    DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration tick = fast ? FAST_TICK : TICK;
        Workflow etl = Etl.workflow(tick);
        Baton.Builder settings =
                fail == null ? Baton.builder() : Baton.builder().intercept(failing(etl, fail, tick.multipliedBy(4)));
        Terminal shown = plain ? Terminal.none(terminal.charset()) : terminal.measured();
        return new Foreground(
                        JavaStage.stepsOf(etl), shown, spec().commandLine().getOut())
                .run((listener, log) -> JavaStage.open(settings.listen(listener), etl));
    }

    private Interceptor failing(Workflow workflow, String step, Duration after) {
        List<String> steps = workflow.graph().plan().names();
        if (!steps.contains(step)) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--fail: there is no step \"" + step + "\"; the steps are " + String.join(", ", steps) + "."
                            + DidYouMean.sentence(step, steps));
        }
        String job = workflow.name() + "/" + step;
        return call -> {
            if (call.context().jobName().equals(job)) {
                call.context().sleep(after);
                throw new IllegalStateException("made to fail with --fail " + step);
            }
            return call.proceed();
        };
    }
}
