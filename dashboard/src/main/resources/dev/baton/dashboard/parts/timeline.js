import {html, nothing, svg} from 'lit';
import {SizedPart} from '../core/view.js';
import {clock, length, minute} from '../core/format.js';
import {now} from '../core/store.js';
import {statusOf, tone, WORDS} from './status.js';
import {clipped} from './words.js';

const ROW = 24;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
const FOLD = 26;
const PACE = 100;

/** Where a run was at a moment: for replays. */
export function stateAt(row, time) {
  const t = value => (value ? Date.parse(value) : undefined);
  const attempts = row.attempts?.length ? row.attempts : row.started ? [{number: row.attempt, started: row.started, finished: row.finished}] : [];
  if (t(row.finished) !== undefined && time >= t(row.finished)) {
    return row;
  }
  for (let i = attempts.length - 1; i >= 0; i--) {
    const {number, started, finished, status} = attempts[i];
    if (time >= t(started)) {
      const over = finished && time >= t(finished);
      return over && status !== 'running'
        ? {...row, status: 'pending', attempt: number, not_before: attempts[i + 1]?.started, reason: undefined, finished: undefined, children: undefined}
        : {...row, status: 'running', attempt: number, started, finished: undefined, reason: undefined, children: undefined, progress: undefined};
    }
  }
  const ready = t(row.ready) !== undefined && time >= t(row.ready) && attempts.length;
  return {...row, status: ready ? 'pending' : 'blocked', attempt: 0, started: undefined, finished: undefined,
    not_before: undefined, asks: undefined, children: undefined, progress: undefined, reason: undefined};
}

/** Time to pixels, with long stretches in which nothing happens folded. */
class Scale {
  constructor(pieces, from, to, width) {
    const busy = pieces.filter(([a, b]) => b >= a).sort((a, b) => a[0] - b[0]);
    const total = Math.max(1, to - from);
    const least = Math.max(total * 0.12, 5000);
    this.folds = [];
    let end = from;
    for (const [a, b] of busy) {
      if (a - end > least) {
        this.folds.push([end + total * 0.01, a - total * 0.01]);
      }
      end = Math.max(end, b);
    }
    this.from = from;
    this.to = to;
    const folded = this.folds.reduce((sum, [a, b]) => sum + b - a, 0);
    this.rate = Math.max(1, width - this.folds.length * FOLD) / Math.max(1, total - folded);
  }

  x(time) {
    let x = (Math.min(Math.max(time, this.from), this.to) - this.from) * this.rate;
    for (const [a, b] of this.folds) {
      if (time >= b) {
        x += FOLD - (b - a) * this.rate;
      } else if (time > a) {
        x += (time - a) / (b - a) * FOLD - (time - a) * this.rate;
      }
    }
    return x;
  }

  time(x) {
    let low = this.from;
    let high = this.to;
    for (let i = 0; i < 40; i++) {
      const mid = (low + high) / 2;
      if (this.x(mid) < x) {
        low = mid;
      } else {
        high = mid;
      }
    }
    return low;
  }
}

/**
 * An execution over time: one row a step, waiting dotted, attempts as segments, the critical path at full strength, what is
 * to come as outlines. The line for now can be dragged to replay. Says "pick" with a step, "scrub" with a time or undefined.
 */
export class Timeline extends SizedPart {
  static properties = {
    ...SizedPart.properties,
    timeline: {attribute: false},
    selected: {},
    at: {attribute: false},
    simulated: {type: Boolean},
    top: {state: true},
    tick: {attribute: false},
  };

  constructor() {
    super();
    this.width = 800;
    this.top = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.playing);
    clearTimeout(this.waits);
    this.waits = undefined;
  }

  /** What runs grows slowly: ten times a second is enough. What a person does is drawn at once. */
  shouldUpdate(changes) {
    const moment = performance.now();
    const soon = (this.drawnAt ?? -PACE) + PACE - moment;
    if (soon > 0 && [...changes.keys()].every(name => name === 'timeline' || name === 'tick')) {
      this.waits ??= setTimeout(() => {
        this.waits = undefined;
        this.requestUpdate();
      }, soon);
      return false;
    }
    this.drawnAt = moment;
    return true;
  }

  get labels() {
    return this.width < 560 ? 96 : 132;
  }

  scaleOf(rows, time) {
    const t = Date.parse;
    const {created, started, finished, expected_end: expected} = this.timeline;
    const from = t(started || created);
    const pieces = [];
    let to = finished ? t(finished) : Math.max(time, expected ? t(expected) : 0);
    for (const row of rows) {
      const attempts = row.attempts?.length ? row.attempts : row.started ? [row] : [];
      attempts.forEach(one => pieces.push([t(one.started), one.finished ? t(one.finished) : time]));
      if (row.expected_end) {
        pieces.push([row.expected_start ? t(row.expected_start) : time, t(row.expected_end)]);
      }
      if (row.finished && !finished) {
        to = Math.max(to, t(row.finished));
      }
    }
    if (!finished && !this.simulated) {
      pieces.push([time - 1000, time]);
    }
    to += Math.max(500, (to - from) * 0.04);
    return new Scale(pieces, from, to, this.width - this.labels - 16);
  }

  ticks(scale) {
    const pixels = 110;
    const span = pixels / scale.rate / 1000;
    const step = (STEPS.find(one => one >= span) || 604800) * 1000;
    const offset = new Date(scale.from).getTimezoneOffset() * 60000;
    const ticks = [];
    let lastX = -pixels;
    for (let time = Math.ceil((scale.from - offset) / step) * step + offset; time <= scale.to && ticks.length < 60; time += step) {
      const x = scale.x(time);
      const hidden = scale.folds.some(([a, b]) => time > a && time < b || time <= a && scale.x(a) - x < 44);
      const room = this.width - this.labels - 16 - x >= (step % 60000 ? 58 : 38);
      if (!hidden && room && x - lastX >= 50) {
        lastX = x;
        ticks.push([x, step % 60000 ? clock(time) : minute(time)]);
      }
    }
    return ticks;
  }

  bar(row, scale, y, time) {
    const t = Date.parse;
    const status = statusOf(row);
    const attempts = row.attempts?.length ? row.attempts : row.started ? [{number: row.attempt, started: row.started, finished: row.finished, status: row.status}] : [];
    const parts = [];
    const strong = row.critical ? 'critical' : '';
    let before = row.ready ? t(row.ready) : undefined;
    for (const attempt of attempts) {
      const a = t(attempt.started);
      const b = attempt.finished ? t(attempt.finished) : time;
      if (before !== undefined && a - before > 50) {
        parts.push(svg`<line class="waiting" x1="${scale.x(before)}" x2="${scale.x(a)}" y1="${y + 12}" y2="${y + 12}"/>`);
      }
      const own = attempt === attempts[attempts.length - 1] ? (row.finished || attempt.status !== 'pending' ? status : attempt.status) : attempt.status;
      const shade = own === 'running' && row.asks ? 'asks' : tone(own === 'retry' ? 'failure' : own);
      parts.push(svg`<rect class="span ${shade} ${strong}" x="${scale.x(a)}" y="${y + 5}" width="${Math.max(2, scale.x(b) - scale.x(a))}" height="14" rx="3"><title>${row.step}: attempt ${attempt.number}, ${WORDS[own] || own}, ${length((b - a) / 1000)}${attempt.reason ? `\n${attempt.reason}` : ''}</title></rect>`);
      before = b;
    }
    if (!row.finished && status !== 'running' && status !== 'asks' && before !== undefined && (attempts.length || status === 'pending')) {
      parts.push(svg`<line class="waiting" x1="${scale.x(before)}" x2="${scale.x(row.expected_start ? t(row.expected_start) : time)}" y1="${y + 12}" y2="${y + 12}"/>`);
    }
    if (row.expected_end && !row.finished) {
      const a = row.expected_start ? t(row.expected_start) : time;
      parts.push(svg`<rect class="expected ${strong}" x="${scale.x(a)}" y="${y + 5.5}" width="${Math.max(3, scale.x(t(row.expected_end)) - scale.x(a))}" height="13" rx="3"><title>${row.step}: probably ${row.expected_start ? `starts ${clock(row.expected_start)}, ` : ''}ends ${clock(row.expected_end)}${row.usual ? `, usually ${length(row.usual)}` : ''}</title></rect>`);
    }
    if (!attempts.length && (status === 'skipped' || status === 'cancelled') && (row.finished || row.ready)) {
      const x = scale.x(t(row.finished || row.ready));
      const last = x > this.width - this.labels - 76;
      parts.push(svg`<text class="mark" x="${last ? x - 4 : x + 4}" y="${y + 16}" text-anchor="${last ? 'end' : 'start'}">${WORDS[status].toLowerCase()}</text>`);
    }
    return parts;
  }

  onDrag(event, scale) {
    const box = event.currentTarget.closest('svg').getBoundingClientRect();
    const scrub = next => {
      const x = next.clientX - box.left - this.labels;
      const time = scale.time(Math.max(0, x));
      const end = this.timeline.finished ? Date.parse(this.timeline.finished) : now();
      this.dispatchEvent(new CustomEvent('scrub', {detail: time >= end ? undefined : time, bubbles: true}));
    };
    event.preventDefault();
    clearInterval(this.playing);
    const up = () => {
      removeEventListener('pointermove', scrub);
      removeEventListener('pointerup', up);
    };
    addEventListener('pointermove', scrub);
    addEventListener('pointerup', up);
    scrub(event);
  }

  onKey(event, scale, time) {
    const step = (event.shiftKey ? 60 : 6) / scale.rate;
    const way = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (way) {
      event.preventDefault();
      const next = time + way * step;
      const end = this.timeline.finished ? Date.parse(this.timeline.finished) : now();
      this.dispatchEvent(new CustomEvent('scrub', {detail: next >= end ? undefined : Math.max(scale.from, next), bubbles: true}));
    } else if (event.key === 'Escape') {
      this.dispatchEvent(new CustomEvent('scrub', {detail: undefined, bubbles: true}));
    }
  }

  /** Plays the execution from its beginning in about ten seconds. */
  play() {
    clearInterval(this.playing);
    const from = Date.parse(this.timeline.started || this.timeline.created);
    const end = this.timeline.finished ? Date.parse(this.timeline.finished) : now();
    const begun = performance.now();
    const lasts = Math.min(12000, Math.max(4000, end - from));
    this.playing = setInterval(() => {
      const share = (performance.now() - begun) / lasts;
      if (share >= 1) {
        clearInterval(this.playing);
      }
      this.dispatchEvent(new CustomEvent('scrub', {detail: share >= 1 ? undefined : from + (end - from) * share, bubbles: true}));
    }, 60);
  }

  render() {
    const rows = this.timeline?.rows;
    if (!rows) {
      return html`<div class="loading"></div>`;
    }
    const time = this.simulated ? Date.parse(this.timeline.finished || this.timeline.created) : now();
    const scale = this.scaleOf(rows, time);
    const labels = this.labels;
    const height = rows.length * ROW;
    const shown = 22;
    const first = rows.length > 60 ? Math.max(0, Math.floor(this.top / ROW) - 4) : 0;
    const last = rows.length > 60 ? Math.min(rows.length, first + shown + 12) : rows.length;
    const line = this.at ?? (this.timeline.finished ? Date.parse(this.timeline.finished) : time);
    const lineX = labels + scale.x(line);
    return html`<div class="timeline-scroll ${rows.length > shown ? 'tall' : ''}" tabindex="${rows.length > shown ? 0 : -1}" @scroll=${event => { this.top = event.target.scrollTop; }}>
      <svg class="timeline-svg" width="${this.width}" height="${height + 30}" role="group" aria-label="timeline of ${rows.length} steps">
        ${this.ticks(scale).map(([x, words]) => svg`<line class="grid" x1="${labels + x}" x2="${labels + x}" y1="4" y2="${height + 26}"/><text class="tick" x="${labels + x + 4}" y="14">${words}</text>`)}
        ${scale.folds.map(([a, b]) => svg`<g class="fold" transform="translate(${labels + scale.x(a)} 0)"><rect width="${FOLD}" height="${height + 26}"/><path d="M8 6l5 5-5 5m5-10 5 5-5 5"/><title>${length((b - a) / 1000)} in which nothing happened</title></g>`)}
        ${rows.slice(first, last).map((row, i) => {
          const y = 22 + (first + i) * ROW;
          return svg`<g class="timeline-row ${row.step === this.selected ? 'selected' : ''}" @click=${() => this.dispatchEvent(new CustomEvent('pick', {detail: row.step, bubbles: true}))}>
            <rect class="hover" x="0" y="${y}" width="${this.width}" height="${ROW}" rx="4"/>
            <text class="label" x="${row.label ? 20 : 8}" y="${y + 16}">${clipped(row.label ?? row.step, (labels < 100 ? 13 : 19) - (row.label ? 2 : 0))}<title>${row.step}</title></text>
            <g transform="translate(${labels} 0)">${this.bar(row, scale, y, time)}</g></g>`;
        })}
        ${this.simulated ? nothing : svg`<g class="now ${this.at === undefined ? '' : 'past'}" transform="translate(${lineX} 0)" role="slider" tabindex="0" aria-label="replay" aria-valuemin="${Math.round(scale.from)}" aria-valuemax="${Math.round(scale.to)}" aria-valuenow="${Math.round(line)}" aria-valuetext="${clock(line)}"
            @pointerdown=${event => this.onDrag(event, scale)} @keydown=${event => this.onKey(event, scale, line)}>
          <rect class="grip" x="-7" y="0" width="14" height="${height + 26}"/><line y1="4" y2="${height + 26}"/><circle cy="5" r="4.5"/></g>`}
      </svg></div>`;
  }
}

customElements.define('baton-timeline', Timeline);
