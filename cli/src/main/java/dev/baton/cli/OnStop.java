package dev.baton.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The policy for commands that still run when their worker stops. */
enum OnStop {
    /** It waits for the grace, and stops them. */
    STOP,
    /** It leaves them to its next start. */
    LEAVE;

    /** Reads the names in small letters. */
    static final class Converter implements ITypeConverter<OnStop> {

        @Override
        public OnStop convert(String text) {
            for (OnStop known : values()) {
                if (known.name().toLowerCase(Locale.ROOT).equals(text)) {
                    return known;
                }
            }
            throw new TypeConversionException("it must be stop or leave, not \"" + text + "\"");
        }
    }
}
