package dev.baton.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that injects a new scheduler into each test with a parameter of type {@link BatonTest}, and closes
 * it afterwards: {@code @ExtendWith(BatonExtension.class)}.
 */
public final class BatonExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(BatonExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == BatonTest.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(BatonTest.class, type -> BatonTest.create(), BatonTest.class);
    }
}
