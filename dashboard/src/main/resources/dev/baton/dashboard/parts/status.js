import {html, svg} from 'lit';
import {length, between, until} from '../core/format.js';
import {now} from '../core/store.js';

/** Statuses: always a shape, a word and a colour, the same in graphs, lists, grids and the favicon. */

export const WORDS = {
  success: 'Success',
  partial: 'Partial',
  running: 'Running',
  failure: 'Failure',
  timeout: 'Timeout',
  pending: 'Pending',
  retry: 'Pending',
  asks: 'Asks a person',
  held: 'Held',
  blocked: 'Blocked',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  paused: 'Paused',
  none: 'Never ran',
};

const TONES = {
  success: 'success',
  partial: 'success',
  running: 'running',
  failure: 'failure',
  timeout: 'failure',
  pending: 'pending',
  retry: 'pending',
  asks: 'asks',
  held: 'pending',
  paused: 'pending',
};

export const tone = status => TONES[status] || 'quiet';

const tick = svg`<path d="M5 8.2 7.1 10.3 11 6" fill="none" stroke="var(--panel)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`;
const octagon = 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3L1.5 10.7V5.3z';

const SHAPES = {
  success: svg`<circle cx="8" cy="8" r="6.5" fill="currentColor"/>${tick}`,
  partial: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.4"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/><path d="M5 8.2 7.1 10.3 11 6" fill="none" stroke="var(--ink)" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`,
  running: svg`<circle cx="8" cy="8" r="5.7" fill="none" stroke="currentColor" stroke-width="2" opacity=".28"/><path class="turning" d="M8 2.3A5.7 5.7 0 0 1 13.7 8" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>`,
  failure: svg`<path d="${octagon}" fill="currentColor"/><path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" stroke="var(--panel)" stroke-width="1.7" stroke-linecap="round"/>`,
  timeout: svg`<path d="${octagon}" fill="currentColor"/><path d="M5.8 4.8h4.4L5.8 11.2h4.4z" fill="none" stroke="var(--panel)" stroke-width="1.3" stroke-linejoin="round"/>`,
  pending: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M8 4.8V8l2.2 1.4" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`,
  asks: svg`<circle cx="8" cy="8" r="6.5" fill="currentColor"/><path d="M8 4.4v4.4" stroke="var(--panel)" stroke-width="1.8" stroke-linecap="round"/><circle cx="8" cy="11.3" r="1.05" fill="var(--panel)"/>`,
  held: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M6.5 5.7v4.6M9.5 5.7v4.6" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>`,
  blocked: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="1.4 2.24" stroke-linecap="round"/>`,
  skipped: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="m4.2 11.8 7.6-7.6" stroke="currentColor" stroke-width="1.5"/>`,
  cancelled: svg`<rect x="2.5" y="2.5" width="11" height="11" rx="2" fill="currentColor"/>`,
};
SHAPES.retry = SHAPES.pending;
SHAPES.paused = SHAPES.held;
SHAPES.none = SHAPES.blocked;

/** The shape alone, for drawings; it takes the colour that is current. */
export const shape = status => SHAPES[status] || SHAPES.blocked;

export const icon = (status, size = 16) =>
  html`<svg class="ink-${tone(status)} status-icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true">${shape(status)}</svg>`;

export const badge = (status, words = WORDS[status] || status) =>
  html`<span class="badge ${tone(status)}">${icon(status, 14)}<span class="clip">${words}</span></span>`;

/** The status of a run as people see it: a run that waits for a person is more than running. */
export function statusOf(run) {
  if (run.asks && (run.status === 'running' || run.status === 'pending')) {
    return 'asks';
  }
  if (run.status === 'pending' && run.attempt > 0 && run.not_before) {
    return 'retry';
  }
  return run.status;
}

/** What went wrong without how Baton noticed it: for places with room for a few words. */
const short = reason => reason.replace(/^the command ended with (exit code \d+)(?:: )?/, (all, code) => (all.endsWith(': ') ? '' : code));

/** One line of what matters about a run now. */
export function lineOf(run, time = now()) {
  const status = statusOf(run);
  const children = run.children;
  if (children && status === 'running') {
    return `${children.ended} / ${children.total}`;
  }
  switch (status) {
    case 'success':
    case 'partial':
    case 'failure':
    case 'timeout': {
      const took = length(between(run.started, run.finished)) || '';
      if (children) {
        return `${took} · ${children.total} ${run.kind === 'workflow' ? 'steps' : 'items'}`;
      }
      return status === 'failure' && run.reason ? short(run.reason) : took;
    }
    case 'running':
      return run.progress?.message
        || (run.started ? length(Math.max(0, Math.floor((time - Date.parse(run.started)) / 1000))) : 'runs');
    case 'asks':
      return run.asks;
    case 'retry': {
      const many = run.attempts_allowed > 1 ? ` · ${run.attempt + 1} of ${run.attempts_allowed}` : '';
      return `retry ${until(run.not_before, time)}${many}`;
    }
    case 'pending':
      return run.not_before ? `starts ${until(run.not_before, time)}` : run.reason || 'waits for a worker';
    default:
      return run.reason || WORDS[status] || status;
  }
}

/** The favicon and the title tell the worst that is there. */
export function favicon(status) {
  const colours = {success: '#0b7a55', running: '#1f5fbf', failure: '#b93a10', asks: '#7a3fa0', lost: '#8a6100'};
  const colour = colours[status] || '#1c1d1f';
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M3 13 13 3" stroke="${colour}" stroke-width="3" stroke-linecap="round"/><circle cx="3.4" cy="12.6" r="3" fill="${colour}"/></svg>`;
  const link = document.querySelector('link[rel=icon]');
  const address = `data:image/svg+xml,${encodeURIComponent(text)}`;
  if (link.href !== address) {
    link.href = address;
  }
}
