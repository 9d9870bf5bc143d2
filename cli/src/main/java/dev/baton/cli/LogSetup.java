package dev.baton.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.util.FileSize;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Sets up the log of the program, from the environment: {@code BATON_LOG_LEVEL}, {@code BATON_LOG_FORMAT} and {@code
 * BATON_LOG_FILE}. Logback finds it by itself. Written in Java, because the parser of an XML file would slow down every
 * command; {@code -Dlogback.configurationFile} names such a file if you need one.
 *
 * <p>Commands print their output themselves; the log is for problems.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} - %msg%n";
    private static final String FILE_OF_ONES_OWN = "logback.configurationFile";

    private final Map<String, String> environment;

    /** Reads the environment of the process. */
    public LogSetup() {
        this(System.getenv());
    }

    LogSetup(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(FILE_OF_ONES_OWN) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        OutputStreamAppender<ILoggingEvent> appender = appender(context, environment.get("BATON_LOG_FILE"));
        appender.setName("baton");
        appender.setEncoder(encoder(context, "json".equalsIgnoreCase(environment.get("BATON_LOG_FORMAT"))));
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(environment.get("BATON_LOG_LEVEL"), Level.WARN));
        root.addAppender(appender);
        // The logs of steps are kept with their runs, and would break the live view here.
        context.getLogger("baton.run").setLevel(Level.OFF);
        // The server says once that its database is away; the pool says so for every connection, with a stack trace.
        context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
        // Two processes that start together remove the same old files. What cannot be loaded is thrown as well.
        context.getLogger("org.sqlite.SQLiteJDBCLoader").setLevel(Level.OFF);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static OutputStreamAppender<ILoggingEvent> appender(LoggerContext context, @Nullable String file) {
        if (file == null) {
            ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
            console.setContext(context);
            console.setTarget("System.err");
            return console;
        }
        RollingFileAppender<ILoggingEvent> rolling = new RollingFileAppender<>();
        rolling.setContext(context);
        rolling.setFile(file);
        SizeAndTimeBasedRollingPolicy<ILoggingEvent> policy = new SizeAndTimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(rolling);
        policy.setFileNamePattern(file + ".%d{yyyy-MM-dd}.%i.gz");
        policy.setMaxFileSize(FileSize.valueOf("10MB"));
        policy.setMaxHistory(30);
        policy.setTotalSizeCap(FileSize.valueOf("500MB"));
        policy.start();
        rolling.setRollingPolicy(policy);
        return rolling;
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, boolean json) {
        if (json) {
            JsonEncoder encoder = new JsonEncoder();
            encoder.setContext(context);
            encoder.start();
            return encoder;
        }
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }
}
