/** Formats times, durations and numbers for people. */

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const UNITS = {d: 86400, h: 3600, m: 60, s: 1, ms: 0.001};

/** Seconds of a length as the API writes it: "2h30m", "250ms". */
export function seconds(text) {
  if (text === undefined || text === null) {
    return undefined;
  }
  let sum = 0;
  for (const [, count, unit] of String(text).matchAll(/(\d+)(d|h|ms|m|s)/g)) {
    sum += Number(count) * UNITS[unit];
  }
  return sum;
}

/** Seconds between two times of the API. */
export function between(from, to) {
  return from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : undefined;
}

/** "4 m 58 s". */
export function length(value) {
  const total = typeof value === 'string' ? seconds(value) : value;
  if (total === undefined || Number.isNaN(total)) {
    return '';
  }
  if (total < 0.0005) {
    return '0 s';
  }
  if (total < 1) {
    return `${Math.max(1, Math.round(total * 1000))} ms`;
  }
  if (total < 10) {
    return `${Math.round(total * 10) / 10} s`;
  }
  const s = Math.round(total);
  if (s < 60) {
    return `${s} s`;
  }
  if (s < 3600) {
    const rest = s % 60;
    return `${Math.floor(s / 60)} m${rest ? ` ${String(rest).padStart(2, '0')} s` : ''}`;
  }
  const minutes = Math.round(s / 60);
  if (minutes < 48 * 60) {
    const rest = minutes % 60;
    return `${Math.floor(minutes / 60)} h${rest ? ` ${String(rest).padStart(2, '0')} m` : ''}`;
  }
  return `${Math.round(minutes / 1440)} d`;
}

/** A length without its smaller part: "4 m ago" needs no seconds. */
export function roughly(total) {
  if (total < 1) {
    return 'now';
  }
  if (total < 60) {
    return `${Math.floor(total)} s`;
  }
  if (total < 3600) {
    return `${Math.floor(total / 60)} m`;
  }
  if (total < 48 * 3600) {
    const m = Math.floor((total % 3600) / 60);
    return total < 36000 && m ? `${Math.floor(total / 3600)} h ${m} m` : `${Math.floor(total / 3600)} h`;
  }
  return `${Math.floor(total / 86400)} d`;
}

export function ago(time, now = Date.now()) {
  const rough = roughly(Math.max(0, (now - Date.parse(time)) / 1000));
  return rough === 'now' ? 'now' : `${rough} ago`;
}

export function until(time, now = Date.now()) {
  const rough = roughly(Math.max(0, (Date.parse(time) - now) / 1000));
  return rough === 'now' ? 'now' : `in ${rough}`;
}

const clockFormat = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', second: '2-digit'});
const minuteFormat = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});
const dayFormat = new Intl.DateTimeFormat('en-GB', {weekday: 'short', day: 'numeric', month: 'short'});
const fullFormat = new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'medium'});

const date = time => (time instanceof Date ? time : new Date(time));

export const clock = time => clockFormat.format(date(time));
export const minute = time => minuteFormat.format(date(time));
export const day = time => dayFormat.format(date(time));

/** Today the time alone, else with the day. */
export function moment(time, now = Date.now()) {
  const then = date(time);
  return then.toDateString() === new Date(now).toDateString() ? clock(then) : `${day(then)}, ${minute(then)}`;
}

/** For hovering: all of it, here and in UTC. */
export function exactly(time) {
  return `${fullFormat.format(date(time))} (${zone})\n${date(time).toISOString().replace('T', ' ').replace(/\.\d+Z/, '')} UTC`;
}

export const zoneName = zone;

const grouped = new Intl.NumberFormat('en');
export const number = value => grouped.format(value);

export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** An id in short: its end, which is random, after its beginning, which is the time. */
export const shortId = id => (id ? `${id.slice(0, 8)}-${id.slice(-4)}` : '');

/** The step of a job's name, and what it belongs to. */
export const stepOf = job => job.slice(job.indexOf('/') + 1);
export const definitionOf = job => (job.includes('/') ? job.slice(0, job.indexOf('/')) : job);

export const TRIGGERS = {
  schedule: 'schedule',
  manual: 'hand',
  api: 'hand',
  dependency: 'another execution',
  'catch-up': 'a missed fire',
  backfill: 'backfill',
  retry: 'a rerun',
  submit: 'a submission',
};
