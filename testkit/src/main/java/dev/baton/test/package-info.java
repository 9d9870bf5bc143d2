/**
 * A test kit for jobs and workflows: {@link dev.baton.test.BatonTest} is a scheduler on a {@link
 * dev.baton.test.FakeClock} that the test's own thread drives, one thing at a time, always in the same order.
 */
@NullMarked
package dev.baton.test;

import org.jspecify.annotations.NullMarked;
