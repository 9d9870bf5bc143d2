package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Storing and running independent jobs, measured once however many parts ask for it. */
final class Drains {

    private final PostgresServer server;
    private final List<DurableContender> contenders;
    private @Nullable Map<String, Sample> rates;
    private final Map<DurableContender, DrainRound> rounds = new LinkedHashMap<>();

    Drains(PostgresServer server, List<DurableContender> contenders) {
        this.server = server;
        this.contenders = contenders;
    }

    /** How many jobs a second each contender ran. */
    Map<String, Sample> rates(Effort effort) throws Exception {
        if (rates == null) {
            Map<String, DrainRound> named = new LinkedHashMap<>();
            for (DurableContender contender : contenders) {
                DrainRound round = new DrainRound(server, contender, effort.perRound());
                rounds.put(contender, round);
                named.put(contender.name(), round);
            }
            rates = effort.rounds().alternate(named);
        }
        return rates;
    }

    /** How many jobs a second each contender stored. */
    Map<String, Sample> enqueueRates(Effort effort) throws Exception {
        return each(effort, contender -> true, round -> round.enqueueRates(effort.count()));
    }

    /** How many transactions each contender committed for a job that it ran, of those whose commits are counted. */
    Map<String, Sample> commitsPerJob(Effort effort) throws Exception {
        return each(effort, DurableContender::onPostgres, round -> round.commitsPerJob(effort.count()));
    }

    /** How much processor time of PostgreSQL a job took, in microseconds. */
    Map<String, Sample> databaseTimes(Effort effort, Function<DrainRound, List<ProcessorTime>> when) throws Exception {
        return each(
                effort,
                DurableContender::onPostgres,
                round -> DrainRound.last(effort.count(), values(when.apply(round), ProcessorTime::database)));
    }

    /** How much processor time of this process a job took, in microseconds. */
    Map<String, Sample> programTimes(Effort effort, Function<DrainRound, List<ProcessorTime>> when) throws Exception {
        return each(
                effort,
                contender -> true,
                round -> DrainRound.last(effort.count(), values(when.apply(round), ProcessorTime::program)));
    }

    private static List<Double> values(List<ProcessorTime> times, ToDoubleFunction<ProcessorTime> value) {
        return times.stream().mapToDouble(value).boxed().toList();
    }

    private Map<String, Sample> each(Effort effort, Predicate<DurableContender> who, Function<DrainRound, Sample> what)
            throws Exception {
        rates(effort);
        Map<String, Sample> samples = new LinkedHashMap<>();
        rounds.forEach((contender, round) -> {
            if (who.test(contender)) {
                samples.put(contender.name(), what.apply(round));
            }
        });
        return samples;
    }
}
