package dev.baton.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lets contenders take turns: all of them once, then all of them again. On a machine that others use too, what disturbs
 * one then disturbs all.
 */
public final class Rounds {

    private final int warmUps;
    private final int rounds;

    Rounds(int warmUps, int rounds) {
        this.warmUps = warmUps;
        this.rounds = rounds;
    }

    /** How often each contender has a turn, to warm up or to count. */
    public int all() {
        return warmUps + rounds;
    }

    /** The results of each contender, in the order in which they were given. */
    public Map<String, Sample> alternate(Map<String, ? extends Contender> contenders) throws Exception {
        Map<String, double[]> results = new LinkedHashMap<>();
        contenders.keySet().forEach(name -> results.put(name, new double[rounds]));
        for (int round = -warmUps; round < rounds; round++) {
            for (Map.Entry<String, ? extends Contender> contender : contenders.entrySet()) {
                // The garbage of one is not the next one's burden.
                System.gc();
                double result = contender.getValue().round();
                Progress.say((round < 0 ? "warm-up" : "round " + (round + 1)) + ", " + contender.getKey(), result);
                double[] mine = results.get(contender.getKey());
                if (round >= 0 && mine != null) {
                    mine[round] = result;
                }
            }
        }
        Map<String, Sample> samples = new LinkedHashMap<>();
        results.forEach((name, values) -> samples.put(name, Sample.of(values)));
        return samples;
    }
}
