/**
 * For tests of jobs and workflows: {@link dev.baton.test.BatonTest} is a scheduler on a {@link dev.baton.test.FakeClock}
 * that does everything on the test's own thread, one thing at a time, always in the same order.
 */
@NullMarked
package dev.baton.test;

import org.jspecify.annotations.NullMarked;
