/** The JMH suite: the parts of the library on their own. Run with {@code bench/run --jmh}. */
@NullMarked
package dev.baton.bench.jmh;

import org.jspecify.annotations.NullMarked;
