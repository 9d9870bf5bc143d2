package dev.baton.bench;

import dev.baton.bench.durable.DurableSideBySide;
import java.util.List;

/** Measures Baton beside its peers and prints one table. {@code bench/run} starts it. */
public final class SideBySide {

    private static final String IN_MEMORY = "abcdef";

    private static final List<Part> PARTS = List.of(
            new CronNext(),
            new WholeEngine(),
            new Flatness(),
            new StepMemory(),
            new OneByOne(),
            new FanOutAndIn(),
            new Chain(),
            new ManyJobs(),
            new IdleLatency());

    private SideBySide() {}

    /** Options: {@code --quick}, {@code --only a,b}. */
    public static void main(String[] args) throws Exception {
        Effort effort = Effort.FULL;
        String only = "";
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--quick")) {
                effort = Effort.QUICK;
            } else if (args[i].equals("--only") && i + 1 < args.length) {
                only = args[++i];
            } else {
                System.err.println(
                        "bench/run does not know \"" + args[i] + "\": [--quick] [--only a,b,c,d,e,f,g,h,i,j,k]");
                System.exit(2);
            }
        }
        if (only.isEmpty()) {
            only = effort == Effort.FULL ? IN_MEMORY + DurableSideBySide.LETTERS : IN_MEMORY;
        }
        String machine = Machine.describe();
        Table table = new Table();
        for (Part part : PARTS) {
            if (only.indexOf(part.letter()) >= 0) {
                Progress.say(part.letter() + ": " + part.getClass().getSimpleName());
                part.measure(table, effort);
            }
        }
        System.out.println(machine);
        System.out.println("The median of all rounds, and in brackets the least and the most.");
        if (!table.isEmpty()) {
            System.out.println();
            System.out.print(table);
        }
        DurableSideBySide.measure(only, effort, System.out);
        // Peers may have left threads behind.
        System.exit(0);
    }
}
