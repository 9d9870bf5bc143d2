import {html, nothing} from 'lit';
import {base} from '../core/base.js';
import {guard} from 'lit-html/directives/guard.js';
import {repeat} from 'lit-html/directives/repeat.js';
import {SizedPart} from '../core/view.js';
import {css} from '../core/css.js';
import {length, moment, seconds, between} from '../core/format.js';
import {tone, WORDS} from './status.js';

const CELL = 16;
const WIDEST = 34;
const NAMES = 170;
const ROW = 20;
const PAINT_FROM = 3000;

/** How many rows of a large grid are drawn anew at a time, and how many in all: as many as can be in sight, and some around. */
const STRIDE = 8;
const ROWS = 56;

/** Executions by step: a column an execution, a row a step, the shape and colour its status. Of a large one, what is in sight. */
class Grid extends SizedPart {
  static properties = {...SizedPart.properties, grid: {attribute: false}, tall: {type: Boolean}, first: {state: true}};

  constructor() {
    super();
    this.first = 0;
  }

  willUpdate(changes) {
    if (changes.has('grid') && this.grid) {
      this.table = tableOf(this.grid);
    }
  }

  /** How wide a cell is: few executions take the room there is, many scroll. */
  cell(count) {
    return Math.max(CELL, Math.min(WIDEST, Math.floor((this.width - NAMES) / count)));
  }

  onScroll({target}) {
    if (this.table.large) {
      this.first = Math.max(0, Math.floor(target.scrollTop / ROW / STRIDE) * STRIDE - STRIDE);
    }
  }

  headTemplate({executions, took, longest}) {
    return html`<tr><th scope="col"><span class="sr">step</span></th>${executions.map((one, i) => html`<th scope="col"><a href="${base}/executions/${one.id}" class="grid-bar" title="${WORDS[one.status]}, ${moment(one.started || one.scheduled_time)}, ${length(took[i])}" aria-label="execution of ${moment(one.started || one.scheduled_time)}, ${WORDS[one.status]}"><i class="bar ${one.status}" ${css({height: `${Math.max(3, Math.sqrt(took[i] / longest) * 34)}px`})}></i></a></th>`)}</tr>`;
  }

  rowTemplate({executions, cells}, step) {
    return html`<tr><th scope="row" class="grid-name" title="${step}">${step}</th>${executions.map((one, i) => {
      const cell = cells[i].get(step);
      return cell && cell.status !== 'blocked' ? html`<td><a href="${base}/executions/${one.id}?step=${encodeURIComponent(step)}" tabindex="-1" class="cell ${tone(cell.status)} ${cell.status}" title="${step}: ${WORDS[cell.status]}${cell.duration ? `, ${length(seconds(cell.duration))}` : ''}${cell.attempt > 1 ? `, attempt ${cell.attempt}` : ''}"><span class="sr">${WORDS[cell.status]}</span></a></td>` : html`<td><span class="cell none"></span></td>`;
    })}</tr>`;
  }

  render() {
    if (!this.grid) {
      return html`<div class="loading"></div>`;
    }
    const {table} = this;
    const {executions, steps, large} = table;
    if (executions.length === 0) {
      return html`<p class="soft">It has not run yet. Its executions appear here, a column each.</p>`;
    }
    const first = large ? Math.min(this.first, Math.max(0, steps.length - ROWS)) : 0;
    const last = large ? Math.min(steps.length, first + ROWS) : steps.length;
    return html`<div class="grid-scroll ${this.tall || large ? 'tall' : ''}" tabindex="0" role="group" aria-label="executions by step" @scroll=${this.onScroll}>
      <table class="grid-table" ${css({'--cell': `${this.cell(executions.length)}px`})}><caption class="sr">Status of each step in the last ${executions.length} executions</caption><thead>${guard([table], () => this.headTemplate(table))}</thead>
      <tbody>${first ? html`<tr aria-hidden="true"><td ${css({height: `${first * ROW}px`})}></td></tr>` : nothing}
      ${repeat(steps.slice(first, last), step => step, step => guard([table], () => this.rowTemplate(table, step)))}
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

/** What a grid shows, found out once: with each cell at its step, and steps that are not defined any more at the end. */
function tableOf(grid) {
  const executions = [...grid.executions].reverse();
  const steps = [...grid.steps];
  const known = new Set(steps);
  executions.forEach(one => one.steps.forEach(({step}) => {
    if (!known.has(step) && step !== 'external') {
      known.add(step);
      steps.push(step);
    }
  }));
  const took = executions.map(one => between(one.started, one.finished) || 0);
  return {
    executions,
    steps,
    cells: executions.map(one => new Map(one.steps.map(cell => [cell.step, cell]))),
    took,
    longest: Math.max(0.001, ...took),
    large: steps.length * executions.length > PAINT_FROM,
  };
}

customElements.define('baton-grid', Grid);
