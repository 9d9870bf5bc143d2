package dev.baton.server.http;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/** The type {@code Listing<item>}, for declarations with class literals. */
public record ListingOf(Class<?> item) implements ParameterizedType {

    @Override
    public Type[] getActualTypeArguments() {
        return new Type[] {item};
    }

    @Override
    public Type getRawType() {
        return Listing.class;
    }

    @Override
    @SuppressWarnings("NullAway") // a top-level class has no owner, and the interface says null for that
    public Type getOwnerType() {
        return null;
    }
}
