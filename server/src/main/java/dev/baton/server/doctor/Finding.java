package dev.baton.server.doctor;

import dev.baton.server.http.Doc;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The result of one check. */
@Doc("What a check found.")
public record Finding(
        @Doc("What was checked.") String check,
        @Doc("How it is.") Level status,
        @Doc("What was found.") String detail,

        @Doc("What to do about it; missing when nothing needs to be done.") @Nullable String hint) {

    /** How something is, the best first. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Something that somebody should look at. */
        WARN,
        /** Something that does not work. */
        FAIL;

        /** The name as in JSON. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All is well. */
    public static Finding ok(String check, String detail) {
        return new Finding(check, Level.OK, detail, null);
    }

    /** Somebody should look at this. */
    public static Finding warn(String check, String detail, String hint) {
        return new Finding(check, Level.WARN, detail, hint);
    }

    /** This does not work. */
    public static Finding fail(String check, String detail, String hint) {
        return new Finding(check, Level.FAIL, detail, hint);
    }
}
