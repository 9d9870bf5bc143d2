package dev.baton.server.expression;

import dev.baton.Guard;
import dev.baton.Run;
import dev.baton.RunContext;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelVariableResolver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a step, in CEL, over {@code params}, the {@code outputs}, {@code statuses} and {@code reasons} of parents
 * by the step's name, {@code item}, {@code trigger}, {@code attempt}, and the execution's {@code status} so far. Compiled
 * once; safe from any thread.
 */
public final class WhenExpression implements Guard {

    /** The longest expression, in characters. */
    public static final int LONGEST = 4_096;

    /** The variables of an expression. */
    public static final List<String> VARIABLES =
            List.of("params", "outputs", "statuses", "reasons", "item", "trigger", "attempt", "status");

    // Limits the cost of an expression, so that its author cannot keep the engine busy.
    private static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(LONGEST)
            .maxParseRecursionDepth(64)
            .comprehensionMaxIterations(10_000)
            .maxRegexProgramSize(2_000)
            .enableHeterogeneousNumericComparisons(true)
            .build();

    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("params", MapType.create(SimpleType.STRING, SimpleType.DYN))
            .addVar("outputs", MapType.create(SimpleType.STRING, SimpleType.DYN))
            .addVar("statuses", MapType.create(SimpleType.STRING, SimpleType.STRING))
            .addVar("reasons", MapType.create(SimpleType.STRING, SimpleType.STRING))
            .addVar("status", SimpleType.STRING)
            .addVar("item", SimpleType.DYN)
            .addVar("trigger", SimpleType.STRING)
            .addVar("attempt", SimpleType.INT)
            .setResultType(SimpleType.BOOL)
            .build();

    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.legacyCelRuntimeBuilder().setOptions(OPTIONS).build();

    private final String text;
    private final CelRuntime.Program program;

    private WhenExpression(String text, CelRuntime.Program program) {
        this.text = text;
        this.program = program;
    }

    /**
     * Reads an expression.
     *
     * @throws BadExpressionException if it is not valid CEL, names an unknown variable, or is not boolean
     */
    public static WhenExpression compile(String text) throws BadExpressionException {
        try {
            return new WhenExpression(
                    text, RUNTIME.createProgram(COMPILER.compile(text).getAst()));
        } catch (CelValidationException e) {
            throw bad(text, e);
        } catch (CelEvaluationException e) {
            throw new BadExpressionException(text + ": " + e.getMessage(), 1, 1, e);
        }
    }

    private static BadExpressionException bad(String text, CelValidationException e) {
        if (e.getErrors().isEmpty()) {
            return new BadExpressionException(text + ": " + e.getMessage(), 1, 1, e);
        }
        CelIssue first = e.getErrors().get(0);
        CelSourceLocation place = first.getSourceLocation();
        int line = Math.max(place.getLine(), 1);
        int column = Math.max(place.getColumn() + 1, 1);
        String where = text.contains("\n") ? "line %d, column %d".formatted(line, column) : "column " + column;
        return new BadExpressionException("%s, %s: %s".formatted(text, where, first.getMessage()), line, column, e);
    }

    @Override
    public Optional<String> objection(RunContext context) {
        return isTrue(new Variables(context)) ? Optional.empty() : Optional.of("when is false: " + text);
    }

    private boolean isTrue(Variables variables) {
        try {
            if (program.eval(variables) instanceof Boolean answer) {
                return answer;
            }
        } catch (CelEvaluationException e) {
            throw new UndecidedException("when cannot be decided: %s (%s)".formatted(text, e.getMessage()), e);
        }
        throw new UndecidedException("when cannot be decided: %s (it is neither true nor false)".formatted(text));
    }

    /** Looks up only the values that the expression uses: a final step has as many parents as there are other steps. */
    private static final class Variables implements CelVariableResolver {

        private final RunContext context;
        private @Nullable List<Run> parents;

        Variables(RunContext context) {
            this.context = context;
        }

        @Override
        public Optional<Object> find(String name) {
            return Optional.ofNullable(value(name));
        }

        private @Nullable Object value(String name) {
            return switch (name) {
                case "params" -> CelValues.of(context.parameters());
                case "outputs" -> outputs();
                case "statuses" -> texts(run -> run.status().toString());
                case "reasons" -> texts(Run::reason);
                case "item" ->
                    CelValues.of(context.item().map(RunContext.Item::value).orElse(null));
                case "trigger" -> context.trigger().toString();
                case "attempt" -> (long) context.attempt();
                case "status" -> context.statusSoFar().toString();
                default -> null;
            };
        }

        private List<Run> parents() {
            List<Run> known = parents;
            if (known == null) {
                known = context.parents();
                parents = known;
            }
            return known;
        }

        private Map<String, Object> outputs() {
            Map<String, Object> outputs = new LinkedHashMap<>();
            parents()
                    .forEach(parent ->
                            parent.output().ifPresent(output -> outputs.put(parent.step(), CelValues.of(output))));
            return outputs;
        }

        private Map<String, String> texts(Function<Run, String> text) {
            Map<String, String> texts = new LinkedHashMap<>();
            parents().forEach(parent -> texts.put(parent.step(), text.apply(parent)));
            return texts;
        }
    }

    /** The text of the expression. */
    @Override
    public String toString() {
        return text;
    }
}
