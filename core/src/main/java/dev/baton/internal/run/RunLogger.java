package dev.baton.internal.run;

import dev.baton.internal.execution.RunDetails;
import dev.baton.spi.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** The logger of one attempt: its lines are kept with the run and passed on to the program's log. */
final class RunLogger extends AbstractLogger {

    private final transient Logger programLog;
    private final transient RunDetails details;
    private final transient Time time;
    private final int attempt;

    RunLogger(String job, RunDetails details, Time time, int attempt) {
        this.name = "baton.run." + job;
        this.programLog = LoggerFactory.getLogger(name);
        this.details = details;
        this.time = time;
        this.attempt = attempt;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable throwable) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        details.log(time, attempt, level, throwable == null ? message : message + ": " + throwable);
        programLog.atLevel(level).setCause(throwable).log(message);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return programLog.isTraceEnabled();
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
        return programLog.isTraceEnabled(marker);
    }

    @Override
    public boolean isDebugEnabled() {
        return programLog.isDebugEnabled();
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
        return programLog.isDebugEnabled(marker);
    }

    /** The run's log keeps lines from this level on, whatever the level of the program's log. */
    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
        return true;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
        return true;
    }
}
