package dev.baton.bench.peer;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Objects;
import java.util.TimeZone;
import java.util.function.UnaryOperator;
import org.springframework.scheduling.support.CronExpression;

/** The next fire by other libraries' reckoning, each called the way its users do. */
public final class CronLibraries {

    private CronLibraries() {}

    /** Spring's; a spec of 5 fields gets seconds. */
    public static UnaryOperator<Instant> spring(String spec, ZoneId zone) {
        CronExpression cron = CronExpression.parse("0 " + spec);
        return instant ->
                Objects.requireNonNull(cron.next(instant.atZone(zone))).toInstant();
    }

    /** Quartz's, in its own dialect. */
    public static UnaryOperator<Instant> quartz(String spec, ZoneId zone) throws ParseException {
        org.quartz.CronExpression cron = new org.quartz.CronExpression(spec);
        cron.setTimeZone(TimeZone.getTimeZone(zone));
        return instant -> cron.getNextValidTimeAfter(Date.from(instant)).toInstant();
    }

    /** That of cron-utils. */
    public static UnaryOperator<Instant> cronUtils(String spec, ZoneId zone) {
        CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
        ExecutionTime cron = ExecutionTime.forCron(parser.parse(spec));
        return instant -> cron.nextExecution(instant.atZone(zone))
                .map(ZonedDateTime::toInstant)
                .orElseThrow();
    }
}
