/**
 * Schedules as pure values, from the text of a spec to the instants at which jobs fire.
 *
 * <p>{@link dev.baton.schedule.Schedule#parse(String) Schedule.parse} parses every form Baton knows: cron fields,
 * {@code @daily} and similar names, {@code @every}, {@code @at}, {@code @startup} and {@code @triggered}. The result
 * answers questions about the past and the future, never reads a clock, and can be shared freely between threads.
 *
 * <p>A cron spec names a set of local times. This package alone decides how daylight saving affects them: a local time
 * inside a gap moves forward by the length of the gap, and a repeated local time happens twice. Whether the scheduler
 * fires the second one as well is the rule of {@link dev.baton.schedule.Schedule#isRepeat Schedule.isRepeat}.
 */
@NullMarked
package dev.baton.schedule;

import org.jspecify.annotations.NullMarked;
