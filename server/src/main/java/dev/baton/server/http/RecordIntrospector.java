package dev.baton.server.http;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** Tells Jackson that a record component without {@link Nullable} is required, and how enums are written. */
final class RecordIntrospector extends JacksonAnnotationIntrospector {

    /** Whether a component may be missing. */
    static boolean isOptional(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        RecordComponent component = component(member);
        return component == null ? super.hasRequiredMarker(config, member) : Boolean.valueOf(!isOptional(component));
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
        RecordComponent component = component(annotated);
        if (component == null) {
            return super.findSetterInfo(config, annotated);
        }
        return JsonSetter.Value.construct(isOptional(component) ? Nulls.SET : Nulls.FAIL, Nulls.FAIL);
    }

    @Override
    public String[] findEnumValues(MapperConfig<?> config, AnnotatedClass type, Enum<?>[] values, String[] names) {
        return Arrays.stream(values).map(EnumWords::of).toArray(String[]::new);
    }

    private static @Nullable RecordComponent component(Annotated annotated) {
        if (annotated instanceof AnnotatedParameter parameter) {
            RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
            boolean isCanonical = components != null && parameter.getOwner().getParameterCount() == components.length;
            return isCanonical ? components[parameter.getIndex()] : null;
        }
        return null;
    }
}
