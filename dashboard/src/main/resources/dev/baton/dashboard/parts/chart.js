import {html, nothing, svg} from 'lit';
import {base} from '../core/base.js';
import {SizedPart} from '../core/view.js';
import {clock, day, length, minute, moment} from '../core/format.js';
import {shape, tone, WORDS} from './status.js';

const HEIGHT = 260;
const TOP = 14;
const BOTTOM = 26;
const LEFT = 56;
const RIGHT = 16;
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

/** Round values from nothing to a bit above the longest, four or five of them. */
function ticks(longest) {
  const step = STEPS.find(one => one * 5 >= longest) ?? Math.ceil(longest / 5 / 86400) * 86400;
  const count = Math.max(1, Math.ceil(longest / step));
  return Array.from({length: count + 1}, (_, i) => i * step);
}

/**
 * How long executions took, oldest left, one place each: time in proportion would squeeze a busy hour into one pixel. Takes
 * `points`: [{time, value, status, id}], values in seconds. A point is a link to its execution, and its shape its status.
 */
class Chart extends SizedPart {
  static properties = {...SizedPart.properties, points: {attribute: false}, near: {state: true}};

  /** One stop for the tab key, arrows from there. */
  onKey(event, i) {
    const next = {ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: this.points.length - 1}[event.key];
    if (next !== undefined && this.points[next]) {
      event.preventDefault();
      this.near = next;
      this.updateComplete.then(() => this.querySelectorAll('.chart-point')[next]?.focus());
    }
  }

  point(point, i, x, y) {
    const words = `${WORDS[point.status] || point.status}, ${length(point.value) || '0 s'}, ${moment(point.time)}`;
    const plain = point.status === 'success';
    return svg`<a class="chart-point ink-${tone(point.status)}" href="${base}/executions/${point.id}" aria-label="${words}"
        tabindex="${i === (this.near ?? this.points.length - 1) ? 0 : -1}" @keydown=${event => this.onKey(event, i)}>
      <title>${words}</title><circle class="reach" cx="${x}" cy="${y}" r="9"/>
      ${plain ? svg`<circle class="dot" cx="${x}" cy="${y}" r="3.5"/>` : svg`<g transform="translate(${x - 7} ${y - 7}) scale(.875)">${shape(point.status)}</g>`}</a>`;
  }

  render() {
    const points = this.points ?? [];
    if (!points.length || !this.width) {
      return nothing;
    }
    const values = ticks(Math.max(0.001, ...points.map(point => point.value)));
    const room = this.width - LEFT - RIGHT;
    const slot = room / points.length;
    const x = i => LEFT + (i + 0.5) * slot;
    const y = value => TOP + (1 - value / values.at(-1)) * (HEIGHT - TOP - BOTTOM);
    const went = points.map((point, i) => [point, i]).filter(([point]) => point.status === 'success' || point.status === 'partial');
    const sorted = went.map(([point]) => point.value).sort((a, b) => a - b);
    const usual = sorted[sorted.length >> 1];
    const every = Math.max(1, Math.ceil(84 / slot));
    const span = points.at(-1).time - points[0].time;
    const when = span > 36 * 3600000 ? day : span > 1800000 ? minute : clock;
    let before;
    return html`<svg class="chart-svg" width="${this.width}" height="${HEIGHT}" role="group" aria-label="how long the last ${points.length} executions took">
      ${values.map(value => svg`<line class="grid" x1="${LEFT}" x2="${this.width - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text class="tick" x="${LEFT - 10}" y="${y(value) + 4}" text-anchor="end">${length(value)}</text>`)}
      ${points.map((point, i) => {
        const words = when(point.time);
        if (i % every || words === before || x(i) > this.width - 30) {
          return nothing;
        }
        before = words;
        return svg`<text class="tick" x="${x(i)}" y="${HEIGHT - 6}" text-anchor="middle">${words}</text>`;
      })}
      ${usual === undefined || went.length < 3 ? nothing : svg`<line class="usual" x1="${LEFT}" x2="${this.width - RIGHT}" y1="${y(usual)}" y2="${y(usual)}"><title>usually ${length(usual)}</title></line>`}
      <path class="joined" d="${went.map(([point, i], n) => `${n ? 'L' : 'M'}${x(i)} ${y(point.value)}`).join('')}"/>
      ${points.map((point, i) => this.point(point, i, x(i), y(point.value)))}
    </svg>`;
  }
}

customElements.define('baton-chart', Chart);
