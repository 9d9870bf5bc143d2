import {html, nothing} from 'lit';
import {SizedPart} from '../core/view.js';
import {css} from '../core/css.js';
import {length, moment, seconds, between} from '../core/format.js';
import {tone, WORDS} from './status.js';

const CELL = 16;
const WIDEST = 34;
const NAMES = 170;
const ROW = 20;
const PAINT_FROM = 3000;

/** Executions by step: a column an execution, a row a step, the shape and colour its status. Large ones are painted. */
class Grid extends SizedPart {
  static properties = {...SizedPart.properties, grid: {attribute: false}, tall: {type: Boolean}, top: {state: true}};

  constructor() {
    super();
    this.top = 0;
  }

  /** How wide a cell is: few executions take the room there is, many scroll. */
  cell(count) {
    return Math.max(CELL, Math.min(WIDEST, Math.floor((this.width - NAMES) / count)));
  }

  render() {
    if (!this.grid) {
      return html`<div class="loading"></div>`;
    }
    const executions = [...this.grid.executions].reverse();
    if (executions.length === 0) {
      return html`<p class="soft">It has not run yet. Its executions appear here, a column each.</p>`;
    }
    const steps = [...this.grid.steps];
    const known = new Set(steps);
    executions.forEach(one => one.steps.forEach(cell => { if (!known.has(cell.step) && cell.step !== 'external') { known.add(cell.step); steps.push(cell.step); } }));
    const cells = executions.map(one => new Map(one.steps.map(cell => [cell.step, cell])));
    const took = executions.map(one => between(one.started, one.finished) || 0);
    const longest = Math.max(0.001, ...took);
    const large = steps.length * executions.length > PAINT_FROM;
    const first = large ? Math.max(0, Math.floor(this.top / ROW) - 5) : 0;
    const last = large ? Math.min(steps.length, first + 50) : steps.length;
    return html`<div class="grid-scroll ${this.tall || large ? 'tall' : ''}" tabindex="0" role="group" aria-label="executions by step" @scroll=${event => { if (large) { this.top = event.target.scrollTop; } }}>
      <table class="grid-table" ${css({'--cell': `${this.cell(executions.length)}px`})}><caption class="sr">Status of each step in the last ${executions.length} executions</caption><thead><tr><th scope="col"><span class="sr">step</span></th>${executions.map((one, i) => html`<th scope="col"><a href="/executions/${one.id}" class="grid-bar" title="${WORDS[one.status]}, ${moment(one.started || one.scheduled_time)}, ${length(took[i])}" aria-label="execution of ${moment(one.started || one.scheduled_time)}, ${WORDS[one.status]}"><i class="bar ${one.status}" ${css({height: `${Math.max(3, Math.sqrt(took[i] / longest) * 34)}px`})}></i></a></th>`)}</tr></thead>
      <tbody>${first ? html`<tr aria-hidden="true"><td ${css({height: `${first * ROW}px`})}></td></tr>` : nothing}
      ${steps.slice(first, last).map(step => html`<tr><th scope="row" class="grid-name" title="${step}">${step}</th>${executions.map((one, i) => {
        const cell = cells[i].get(step);
        return cell && cell.status !== 'blocked' ? html`<td><a href="/executions/${one.id}?step=${encodeURIComponent(step)}" tabindex="-1" class="cell ${tone(cell.status)} ${cell.status}" title="${step}: ${WORDS[cell.status]}${cell.duration ? `, ${length(seconds(cell.duration))}` : ''}${cell.attempt > 1 ? `, attempt ${cell.attempt}` : ''}"><span class="sr">${WORDS[cell.status]}</span></a></td>` : html`<td><span class="cell none"></span></td>`;
      })}</tr>`)}
      ${last < steps.length ? html`<tr aria-hidden="true"><td ${css({height: `${(steps.length - last) * ROW}px`})}></td></tr>` : nothing}</tbody></table></div>`;
  }

  updated() {
    const scroll = this.querySelector('.grid-scroll');
    if (scroll && !this.scrolled && scroll.scrollWidth > scroll.clientWidth) {
      scroll.scrollLeft = scroll.scrollWidth;
      this.scrolled = true;
    }
  }
}

customElements.define('baton-grid', Grid);
