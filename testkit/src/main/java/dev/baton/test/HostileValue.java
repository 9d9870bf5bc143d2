package dev.baton.test;

import org.jspecify.annotations.Nullable;

/** An output or parameter whose own methods are hostile code. */
public final class HostileValue {

    /** The method that is hostile. */
    enum Part {
        SERIALISATION,
        TO_STRING,
        IDENTITY
    }

    private final transient @Nullable Strike strike;
    private final transient @Nullable Part part;
    private String text = "text";

    /** For the codec, which reads the value back as a harmless one. */
    HostileValue() {
        this(null, null);
    }

    HostileValue(@Nullable Strike strike, @Nullable Part part) {
        this.strike = strike;
        this.part = part;
    }

    private void asked(Part asked) {
        if (asked == part && strike != null) {
            strike.now();
        }
    }

    /** The property that a codec serialises. */
    public String getText() {
        asked(Part.SERIALISATION);
        return text;
    }

    /** For the codec. */
    public void setText(String newText) {
        text = newText;
    }

    @Override
    public String toString() {
        asked(Part.TO_STRING);
        return "HostileValue";
    }

    @Override
    public boolean equals(Object other) {
        asked(Part.IDENTITY);
        return this == other;
    }

    @Override
    public int hashCode() {
        asked(Part.IDENTITY);
        return 1;
    }
}
