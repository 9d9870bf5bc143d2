package dev.baton.schedule;

import dev.baton.schedule.Range.Kind;

/**
 * The values of a parsed field.
 *
 * @param bits bit n for value n
 * @param any whether one of its items is {@code *} or {@code ?}: the field restricts nothing
 * @param named whether one of its items names values, rather than being {@code *} with or without a step
 */
record FieldValues(long bits, boolean any, boolean named) {

    static final FieldValues NONE = new FieldValues(0, false, false);

    FieldValues plus(Range range, Field field) {
        return new FieldValues(
                bits | range.bits(field), any || range.kind() == Kind.ANY, named || range.kind() == Kind.NAMED);
    }
}
