/**
 * When jobs fire: schedules as pure values, from the text of a spec to the instants it names.
 *
 * <p>{@link dev.baton.schedule.Schedule#parse(String) Schedule.parse} reads every form Baton knows: cron fields,
 * {@code @daily} and its kin, {@code @every}, {@code @at}, {@code @startup} and {@code @triggered}. The result answers
 * questions about the past and the future, never looks at a clock, and can be shared freely between threads.
 *
 * <p>A cron spec names a set of local times. What daylight saving makes of them is decided here, in one place: a local
 * time inside a gap moves forward by the length of the gap, and a repeated local time happens twice. Whether the second
 * of the two is fired as well is the rule of {@link dev.baton.schedule.Schedule#isRepeat Schedule.isRepeat}.
 */
@NullMarked
package dev.baton.schedule;

import org.jspecify.annotations.NullMarked;
