package dev.baton.test;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that injects a new scheduler into each test with a parameter of type {@link BatonTest}, and closes
 * it afterwards: {@code @ExtendWith(BatonExtension.class)}. Uses only what JUnit 5 and JUnit 6 have in common.
 *
 * <pre>{@code
 * @ExtendWith(BatonExtension.class)
 * class ReportTest {
 *
 *     @Test
 *     void the_report_runs_every_night(BatonTest test) {
 *         test.baton().add(Job.named("report").cron("0 2 * * *").run(context -> {}));
 *         test.clock().advance(Duration.ofDays(7));
 *         assertThat(test.lastExecution("report")).succeeded();
 *     }
 * }
 * }</pre>
 */
public final class BatonExtension implements ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(BatonExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == BatonTest.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        BatonTest known = store.get(BatonTest.class, BatonTest.class);
        if (known == null) {
            known = BatonTest.create();
            store.put(BatonTest.class, known);
        }
        return known;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        @Nullable BatonTest used = context.getStore(NAMESPACE).remove(BatonTest.class, BatonTest.class);
        if (used != null) {
            used.close();
        }
    }
}
