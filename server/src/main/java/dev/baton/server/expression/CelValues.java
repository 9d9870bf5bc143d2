package dev.baton.server.expression;

import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts values to the types of CEL, which has one type of integers and one of floating-point numbers. */
final class CelValues {

    private CelValues() {}

    static Object of(@Nullable Object value) {
        if (value == null) {
            return NullValue.NULL_VALUE;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, element) -> copy.put(String.valueOf(key), of(element)));
            return copy;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(CelValues::of).toList();
        }
        if (value instanceof Number number) {
            return number(number);
        }
        return value instanceof Boolean ? value : value.toString();
    }

    private static Number number(Number number) {
        if (number instanceof BigInteger large) {
            return large.bitLength() < Long.SIZE ? (Number) large.longValue() : (Number) large.doubleValue();
        }
        boolean isFraction = number instanceof Double || number instanceof Float || number instanceof BigDecimal;
        return isFraction ? (Number) number.doubleValue() : (Number) number.longValue();
    }
}
