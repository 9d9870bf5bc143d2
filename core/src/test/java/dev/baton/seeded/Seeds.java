package dev.baton.seeded;

import java.lang.StackWalker.StackFrame;

/**
 * Runs a test many times, each time with values drawn from another seed. The seeds are the same in every build, so that
 * a build can be repeated; a failure names its seed and the command that runs that one try alone.
 *
 * <ul>
 *   <li>{@code -Dbaton.seed=…} runs each seeded test once, with this seed.
 *   <li>{@code -Dbaton.seed.base=…} derives all seeds from this number instead of the fixed one.
 *   <li>{@code -Dbaton.seed.times=…} runs this many times as many tries.
 * </ul>
 */
public final class Seeds {

    /** One try of a test. */
    @FunctionalInterface
    public interface Try {
        void with(Draw draw) throws Exception;
    }

    private static final long BASE = 20_261_115;

    private final String test;
    private final long base;

    Seeds(String test, long base) {
        this.test = test;
        this.base = base;
    }

    /**
     * Runs a test with {@code tries} seeds. To be called by the test method itself: its name is part of each seed, so
     * that two tests that draw the same things draw different ones.
     */
    public static void tries(int tries, Try body) {
        Seeds seeds = new Seeds(callingTest(), Long.getLong("baton.seed.base", BASE));
        Long only = Long.getLong("baton.seed");
        if (only != null) {
            seeds.run("the only try", only, body);
        } else {
            seeds.run(tries * Integer.getInteger("baton.seed.times", 1), body);
        }
    }

    void run(int tries, Try body) {
        for (int i = 0; i < tries; i++) {
            run("try " + (i + 1) + " of " + tries, seed(i), body);
        }
    }

    private void run(String name, long seed, Try body) {
        try {
            body.with(new Draw(seed));
        } catch (Throwable e) {
            throw new AssertionError(
                    test + ": " + name + " failed. Repeat it with -Dtest=" + test + " -Dbaton.seed=" + seed + "\n" + e,
                    e);
        }
    }

    /** The seed of a try, by the finaliser of SplitMix64: neighbours share no bits. */
    private long seed(int index) {
        long mixed = base + 31L * test.hashCode() + (index + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    private static String callingTest() {
        StackFrame caller = StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().equals(Seeds.class.getName()))
                        .findFirst())
                .orElseThrow();
        String type = caller.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "#" + caller.getMethodName();
    }
}
