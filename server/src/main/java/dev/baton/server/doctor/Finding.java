package dev.baton.server.doctor;

import dev.baton.server.http.Doc;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The result of one check. */
@Doc("The result of a check.")
public record Finding(
        @Doc("The name of the check.") String check,
        @Doc("The status.") Level status,
        @Doc("The finding in words.") String detail,

        @Doc("The remedy; missing if none is needed.") @Nullable String hint) {

    /** The result of a check, from best to worst. */
    public enum Level {
        /** The part works as it should. */
        OK,
        /** An operator should look at the part. */
        WARN,
        /** The part does not work. */
        FAIL;

        /** The name in JSON. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A finding without a problem. */
    public static Finding ok(String check, String detail) {
        return new Finding(check, Level.OK, detail, null);
    }

    /** A finding that an operator should look at. */
    public static Finding warn(String check, String detail, String hint) {
        return new Finding(check, Level.WARN, detail, hint);
    }

    /** A finding about a part that does not work. */
    public static Finding fail(String check, String detail, String hint) {
        return new Finding(check, Level.FAIL, detail, hint);
    }
}
