package dev.baton.spring;

import dev.baton.Body;
import dev.baton.RunContext;
import dev.baton.jdbc.JsonCodec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.util.ReflectionUtils;

/**
 * A body that calls a method of a bean. The bean is looked up for each call, so that lazy beans are made when they are
 * needed and scoped ones are those of the moment; it is called through its proxy, if it has one.
 */
final class BeanMethod implements Body<@Nullable Object> {

    private static final DefaultParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final BeanFactory beans;
    private final String bean;
    private final Method method;
    private final ConversionService conversion;
    private final JsonCodec codec;
    private final MethodParameter[] parameters;

    /**
     * @param conversion converts parameters, as it converts properties
     * @param codec reads parameters that were given as JSON, such as those of the dashboard
     */
    BeanMethod(BeanFactory beans, String bean, Method method, ConversionService conversion, JsonCodec codec) {
        if (Future.class.isAssignableFrom(method.getReturnType())
                || CompletionStage.class.isAssignableFrom(method.getReturnType())) {
            throw new IllegalStateException(name(method) + " returns a "
                    + method.getReturnType().getSimpleName()
                    + ", and its run would end before the work does: wait in the method, and return the value");
        }
        this.beans = beans;
        this.bean = bean;
        this.method = method;
        this.conversion = conversion;
        this.codec = codec;
        this.parameters = new MethodParameter[method.getParameterCount()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = new MethodParameter(method, i);
            parameters[i].initParameterNameDiscovery(NAMES);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // the checker does not follow a type argument that may be null
    public @Nullable Object call(RunContext context) throws Exception {
        Object target = beans.getBean(bean);
        Method invocable = AopUtils.selectInvocableMethod(method, target.getClass());
        ReflectionUtils.makeAccessible(invocable);
        @Nullable Object[] arguments = new @Nullable Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = argument(parameters[i], context);
        }
        try {
            return invocable.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getTargetException() instanceof Exception thrown) {
                throw thrown;
            }
            throw (Error) e.getTargetException();
        }
    }

    private @Nullable Object argument(MethodParameter parameter, RunContext context) {
        if (parameter.getParameterType() == RunContext.class) {
            return context;
        }
        FromStep step = parameter.getParameterAnnotation(FromStep.class);
        if (step != null) {
            return convert(context.output(step.value(), Object.class), parameter, "output of " + step.value());
        }
        String name = parameter.getParameterName();
        Map<String, Object> given = context.parameters();
        Object value = name == null ? null : given.get(name);
        if (value == null) {
            return missing(parameter, name, given);
        }
        return convert(value, parameter, "parameter " + name);
    }

    private @Nullable Object missing(MethodParameter parameter, @Nullable String name, Map<String, Object> given) {
        if (parameter.getParameterType() == Optional.class) {
            return Optional.empty();
        }
        if (parameter.isOptional()) {
            return null;
        }
        throw new IllegalArgumentException(this + " takes \"" + name + "\", and the run has "
                + (given.isEmpty() ? "no parameters" : "only " + given.keySet())
                + ". Give it to trigger or submit, or let the method take an Optional.");
    }

    private @Nullable Object convert(Object value, MethodParameter parameter, String what) {
        TypeDescriptor type = new TypeDescriptor(parameter.nestedIfOptional());
        Object converted;
        try {
            converted = converted(value, type);
        } catch (ConversionException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    this + " takes the " + what + " as a " + type + ": "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    e);
        }
        if (converted == null) {
            throw new IllegalArgumentException(this + " takes the " + what + " as a " + type + ", and it is a "
                    + value.getClass().getName());
        }
        return parameter.getParameterType() == Optional.class ? Optional.of(converted) : converted;
    }

    /** The value as that type; null if it cannot become one. */
    private @Nullable Object converted(Object value, TypeDescriptor type) {
        Class<?> wanted = type.getObjectType();
        if (wanted.isInstance(value)) {
            return value;
        }
        if (conversion.canConvert(TypeDescriptor.forObject(value), type)) {
            return conversion.convert(value, TypeDescriptor.forObject(value), type);
        }
        return value instanceof Map ? codec.convert(value, wanted) : null;
    }

    /** The names of the steps whose outputs the method takes. */
    List<String> outputs() {
        return Stream.of(parameters)
                .map(parameter -> parameter.getParameterAnnotation(FromStep.class))
                .filter(Objects::nonNull)
                .map(FromStep::value)
                .toList();
    }

    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public String toString() {
        return name(method);
    }
}
