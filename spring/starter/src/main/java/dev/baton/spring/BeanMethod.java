package dev.baton.spring;

import dev.baton.Body;
import dev.baton.RunContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
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
    private final MethodParameter[] parameters;

    BeanMethod(BeanFactory beans, String bean, Method method, ConversionService conversion) {
        this.beans = beans;
        this.bean = bean;
        this.method = method;
        this.conversion = conversion;
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
        if (type.getObjectType().isInstance(value)) {
            converted = value;
        } else if (conversion.canConvert(TypeDescriptor.forObject(value), type)) {
            converted = conversion.convert(value, TypeDescriptor.forObject(value), type);
        } else {
            throw new IllegalArgumentException(this + " takes the " + what + " as a " + type + ", and it is a "
                    + value.getClass().getName());
        }
        return parameter.getParameterType() == Optional.class ? Optional.ofNullable(converted) : converted;
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
