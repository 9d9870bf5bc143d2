import {html, nothing, render, svg} from 'lit';
import {repeat} from 'lit-html/directives/repeat.js';
import {guard} from 'lit-html/directives/guard.js';
import {number} from '../core/format.js';
import {now} from '../core/store.js';
import {nextFrame} from '../core/view.js';
import {curve, labels, turn} from './drawing.js';
import {Eye, MAP_FROM} from './eye.js';
import {kindShape} from './kinds.js';
import {Painter} from './painter.js';
import {Sight} from './sight.js';
import {lineOf, shape, statusOf, tone, WORDS} from './status.js';
import {blockedLine, called, clipped, kindLine} from './words.js';

const CANVAS_FROM = 1500;
const STILL_FROM = 200;
const TURN_MOST = 200;
const NARROW = 560;
const PALE = new Set(['blocked', 'skipped']);
const STATES = ['open', 'held', 'broken', 'plan'].flatMap(state => [state, `${state}-near`]);

/**
 * A graph of steps, drawn as `drawing.js` describes. What a step is at is in `runs`, by step. Says "pick" with the step that
 * was chosen, "open" with one that is to be opened in place or closed.
 *
 * Many updates a second are the rule: they are drawn once a frame, and only nodes whose run is another object are touched.
 */
export class Graph extends Eye {
  static properties = {
    graph: {attribute: false},
    runs: {attribute: false},
    selected: {},
    plan: {type: Boolean},
    at: {attribute: false},
    follow: {type: Boolean},
    tick: {attribute: false},
    look: {attribute: false},
  };

  constructor() {
    super();
    this.painter = new Painter(this);
    this.sight = new Sight();
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
    clearTimeout(this.saying);
  }

  /** Once a frame at most, whatever comes in. */
  async scheduleUpdate() {
    if (this.hasUpdated) {
      await nextFrame();
    }
    super.scheduleUpdate();
  }

  resized() {
    this.measure();
    if (this.graph && this.shouldTurn() !== Boolean(this.drawing?.turned)) {
      this.arrange();
      this.requestUpdate();
    }
    this.askHeight();
    if (this.touched) {
      this.place();
    } else {
      this.fit();
    }
  }

  willUpdate(changes) {
    const isOther = changes.has('look') && this.look !== this.lookedFrom;
    this.lookedFrom = this.look;
    if (changes.has('graph') && this.graph) {
      this.arrange();
    } else if (isOther && this.drawing && !this.lookFrom()) {
      this.touched = false;
      this.fit();
    }
  }

  get isLarge() {
    return this.graph.nodes.length > CANVAS_FROM;
  }

  shouldTurn() {
    return this.wide > 0 && this.wide < NARROW && this.graph.width > this.wide && this.graph.nodes.length <= TURN_MOST
      && !this.graph.nodes.some(node => node.open);
  }

  arrange() {
    this.measure();
    const drawing = this.shouldTurn() ? turn(this.graph) : this.graph;
    const shapeOf = `${drawing.width}x${drawing.height}:${drawing.nodes.length}`;
    this.drawing = drawing;
    this.places = new Map(drawing.nodes.map(node => [node.step, node]));
    this.paths = this.isLarge ? [] : drawing.edges.map(edge => ({...edge, path: curve(edge.route, drawing.turned)}));
    this.said = this.isLarge ? new Map() : labels({...drawing, edges: this.paths}, edge => this.wordsOf(edge));
    if (shapeOf !== this.drawnShape) {
      this.drawnShape = shapeOf;
      this.touched = false;
      this.askHeight();
      this.fit();
    }
  }

  /** A condition is said where it is not success; the final step has only one that needs no word. */
  wordsOf({conditions = [], child}) {
    const plain = conditions.length === 1 && conditions[0] === 'success' || this.places.get(child)?.last;
    return plain ? '' : conditions.join(' or ');
  }

  /** Applies where the eye is to what is drawn, without drawing it again. */
  place() {
    if (this.graph && !this.isLarge && this.sight.look(this, this.graph.nodes.length > STILL_FROM)) {
      this.requestUpdate();
    }
    this.querySelector('.world')?.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.zoom})`);
    const sight = this.querySelector('.mini .sight');
    if (sight) {
      const scale = this.mapScale;
      const values = {x: -this.x, y: -this.y, width: this.wide, height: this.high};
      Object.entries(values).forEach(([name, value]) => sight.setAttribute(name, String(value / this.zoom * scale)));
    }
    const canvas = this.querySelector('canvas');
    if (canvas && this.drawing) {
      cancelAnimationFrame(this.painting);
      this.painting = requestAnimationFrame(() => this.painter.paint(canvas, this.drawing,
        {x: this.x, y: this.y, zoom: this.zoom, selected: this.selected, statusOf: step => (this.plan ? 'blocked' : this.runs?.get(step)?.status)}));
    }
  }

  // ---- input

  pick(step) {
    this.dispatchEvent(new CustomEvent('pick', {detail: step, bubbles: true}));
  }

  toggle(step) {
    this.dispatchEvent(new CustomEvent('open', {detail: step, bubbles: true}));
  }

  /** Shows the items of an opened fan-out before or after those shown; says whether there are any. */
  turn(node, way) {
    const from = node?.page && node.page.from + way * node.page.size;
    if (from === undefined || from < 0 || from >= node.page.total) {
      return false;
    }
    this.dispatchEvent(new CustomEvent('turn', {detail: {step: node.step, from}, bubbles: true}));
    return true;
  }

  onClick(event) {
    const step = event.target.closest('[data-step]')?.dataset.step;
    const tool = event.target.closest('.toggle');
    if (step === undefined) {
      return;
    }
    if (tool?.dataset.way) {
      this.turn(this.places.get(step), Number(tool.dataset.way));
    } else if (tool) {
      this.toggle(step);
    } else {
      this.pick(step);
    }
  }

  /** Arrow keys walk along edges and between neighbours. */
  onKey(event) {
    const step = event.target.closest('[data-step]')?.dataset.step;
    if (step === undefined) {
      return;
    }
    const here = this.places.get(step);
    const next = {
      ArrowRight: () => this.drawing.edges.find(edge => edge.parent === step)?.child,
      ArrowLeft: () => this.drawing.edges.find(edge => edge.child === step)?.parent,
      ArrowDown: () => this.neighbour(here, 1),
      ArrowUp: () => this.neighbour(here, -1),
    }[event.key]?.();
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.pick(step);
    } else if (event.key === 'o' && this.canOpen(here)) {
      event.preventDefault();
      this.toggle(step);
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
      const frame = here.page ? here : this.places.get(step.slice(0, step.lastIndexOf('/')));
      if (this.turn(frame, event.key === 'PageDown' ? 1 : -1)) {
        event.preventDefault();
        this.walkTo(frame.step);
      }
    } else if (next) {
      event.preventDefault();
      this.walkTo(next);
    }
  }

  /** Chooses a step and moves the focus to it. */
  walkTo(step) {
    this.pick(step);
    this.updateComplete.then(() => requestAnimationFrame(() => this.querySelector(`[data-step="${CSS.escape(step)}"]`)?.focus()));
  }

  neighbour(node, way) {
    return this.drawing.nodes
      .filter(other => (other.box.y - node.box.y) * way > 0)
      .sort((a, b) => Math.hypot(a.box.x - node.box.x, a.box.y - node.box.y) - Math.hypot(b.box.x - node.box.x, b.box.y - node.box.y))[0]?.step;
  }

  canOpen(node) {
    return node.open || node.opens || ['workflow', 'fanout'].includes(node.kind) && Boolean(this.runs?.get(node.step)?.children);
  }

  // ---- rendering

  nodeTemplate(node) {
    const run = this.runs?.get(node.step);
    const status = this.plan ? 'plan' : run ? statusOf(run) : 'blocked';
    const selected = node.step === this.selected;
    const {x, y, width, height} = node.box;
    const line = this.plan ? run?.line ?? kindLine(node) : status === 'blocked' ? blockedLine(node, run) : run ? lineOf(run, this.at ?? now()) : '';
    const share = status !== 'running' || node.open ? undefined : run?.children ? run.children.ended / Math.max(1, run.children.total) : run?.progress?.fraction;
    const toggles = this.canOpen(node);
    return svg`<g class="node ${status} ${PALE.has(status) ? 'pale' : ''} ${selected ? 'selected' : ''} ${node.open ? 'frame' : ''}" transform="translate(${x} ${y})"
        role="button" tabindex="${selected || (!this.selected && node === this.drawing.nodes[0]) ? 0 : -1}" data-step="${node.step}" aria-pressed="${selected}"
        aria-label="${node.step}${this.plan ? '' : `, ${WORDS[status] || status}`}${line ? `, ${line}` : ''}">
      <title>${node.step}${line ? ` · ${line}` : ''}</title>
      ${selected ? svg`<rect class="ring" x="-4" y="-4" width="${width + 8}" height="${height + 8}" rx="12"/>` : nothing}
      <rect class="box" width="${width}" height="${height}" rx="8"/>
      <g class="ink-${this.plan ? 'quiet' : tone(status)}" transform="translate(12 12)">${this.plan ? kindShape(node.kind) : shape(status)}</g>
      <text class="name" x="36" y="24">${clipped(called(node.label ?? node.step), toggles ? 17 : 19)}</text>
      <text class="line" x="36" y="41">${clipped(line, share === undefined ? node.open ? 60 : 22 : 12)}</text>
      ${share === undefined ? nothing : svg`<rect class="track" x="${width - 62}" y="36" width="50" height="5" rx="2.5"/><rect class="fill" x="${width - 62}" y="36" width="${Math.max(3, 50 * share)}" height="5" rx="2.5"/>`}
      ${(run?.children || toggles) && !node.open ? svg`<path class="stacked" d="M6 ${height + 3.5}H${width - 6}"/>` : nothing}
      ${toggles ? svg`<g class="toggle" transform="translate(${width - 26} 8)"><title>${node.open ? 'Close' : 'Open in place'} (o)</title><rect width="18" height="18" rx="5"/><path d="${node.open ? 'M5 9h8' : 'M5 9h8M9 5v8'}"/></g>` : nothing}
      ${node.page ? this.pageTemplate(node) : nothing}
    </g>`;
  }

  /** Which items of an opened fan-out are shown, and the ways to others. */
  pageTemplate({page, box: {width}}) {
    const {from, shown, total, size} = page;
    if (total <= size) {
      return nothing;
    }
    const tool = (x, way, path, words) => svg`<g class="toggle ${from + way * size < 0 || from + way * size >= total ? 'off' : ''}" data-way="${way}" transform="translate(${x} 8)"><title>${words}</title><rect width="18" height="18" rx="5"/><path d="${path}"/></g>`;
    return svg`<text class="line" x="${width - 84}" y="21" text-anchor="end">${number(from + 1)}–${number(from + shown)} of ${number(total)}</text>
      ${tool(width - 76, -1, 'M10.500 5.500 7 9l3.500 3.500', 'Items before (Page Up)')}${tool(width - 54, 1, 'M7.500 5.500 11 9l-3.500 3.500', 'Items after (Page Down)')}`;
  }

  /** From far away: a box in the colour of the status. */
  dotTemplate(node) {
    const run = this.runs?.get(node.step);
    const status = this.plan ? 'plan' : run ? statusOf(run) : 'blocked';
    const selected = node.step === this.selected;
    return svg`<rect class="node dot ink-${tone(status)} ${selected ? 'selected' : ''}" x="${node.box.x}" y="${node.box.y}" width="${node.box.width}" height="${node.box.height}" rx="8"
      role="button" tabindex="${selected ? 0 : -1}" data-step="${node.step}" aria-pressed="${selected}" aria-label="${node.step}${this.plan ? '' : `, ${WORDS[status] || status}`}"/>`;
  }

  stateOf({holds}) {
    return this.plan ? 'plan' : holds === undefined || holds === null ? 'open' : holds ? 'held' : 'broken';
  }

  /** From far away: all lines of a state as one, which is drawn much faster than thousands. */
  farEdges() {
    const lines = new Map();
    for (const edge of this.holdsNow()) {
      const near = edge.parent === this.selected || edge.child === this.selected;
      const key = `${this.stateOf(edge)} ${near ? 'near' : ''}`;
      lines.set(key, (lines.get(key) ?? '') + edge.path);
    }
    return [...lines].map(([key, path]) => svg`<g class="edge ${key}"><path d="${path}"/></g>`);
  }

  nearEdges() {
    return repeat(this.holdsNow().filter(edge => this.sight.seesAlong(edge.route)), edge => `${edge.parent}>${edge.child}`,
      edge => guard([edge.path, edge.holds, this.plan, edge.parent === this.selected || edge.child === this.selected], () => this.edgeTemplate(edge)));
  }

  labelTemplates() {
    return [...this.said.values()].filter(({x, y}) => this.sight.sees({x, y, width: 1, height: 1})).map(({x, y, half, words}) => svg`<g class="edge" transform="translate(${x} ${y})"><rect x="${-half}" y="-9" width="${half * 2}" height="18" rx="9"/><text y="3.5" text-anchor="middle">${words}</text></g>`);
  }

  edgeTemplate(edge) {
    const state = this.stateOf(edge);
    const near = edge.parent === this.selected || edge.child === this.selected;
    return svg`<g class="edge ${state} ${near ? 'near' : ''}"><path d="${edge.path}" marker-end="url(#arrow-${state}${near ? '-near' : ''})"/></g>`;
  }

  /** In a replay, edges of what had not ended are open still. */
  holdsNow() {
    if (this.at === undefined || this.plan) {
      return this.paths;
    }
    return this.paths.map(edge => {
      const parent = this.runs?.get(edge.parent);
      return parent && ['blocked', 'pending', 'running'].includes(parent.status) ? {...edge, holds: undefined} : edge;
    });
  }

  render() {
    if (!this.graph) {
      return html`<div class="loading"></div>`;
    }
    const {length} = this.graph.nodes;
    const slot = node => svg`<g data-slot="${node.step}"></g>`;
    return html`<div class="graph-stage" @wheel=${this.onWheel} @pointerdown=${this.onDown} @click=${this.onClick} @keydown=${this.onKey}>
      ${this.isLarge ? html`<canvas role="img" aria-label="graph of ${length} steps; the table lists them"></canvas>` : html`
      <svg class="graph-svg ${length > STILL_FROM ? 'still' : ''}" width="100%" height="100%" role="group" aria-label="graph of ${length} steps">
        <defs>${guard([], () => STATES.map(state => svg`<marker id="arrow-${state}" class="arrow ${state}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M1 1l6 3-6 3z"/></marker>`))}</defs>
        <g class="world">
          ${guard([this.drawing], () => repeat(this.drawing.nodes.filter(node => node.open), node => node.step, slot))}
          ${guard([this.paths, this.plan, this.selected, this.at, this.sight.key], () => (this.sight.far ? this.farEdges() : this.nearEdges()))}
          ${guard([this.drawing], () => repeat(this.drawing.nodes.filter(node => !node.open), node => node.step, slot))}
          ${this.sight.far ? nothing : guard([this.said, this.sight.key], () => this.labelTemplates())}
        </g></svg>`}
      </div>
      <div class="graph-tools">
        <button title="Smaller" aria-label="Smaller" @click=${() => this.scale(1 / 1.3)}>−</button>
        <button title="Fit" aria-label="Fit all into view" @click=${() => this.fitAll()}>fit</button>
        <button title="Larger" aria-label="Larger" @click=${() => this.scale(1.3)}>+</button>
      </div>
      ${length > MAP_FROM && !this.isLarge ? guard([this.drawing], () => this.mapTemplate()) : nothing}`;
  }

  get mapScale() {
    return Math.min(150 / this.drawing.width, 90 / this.drawing.height);
  }

  mapTemplate() {
    const scale = this.mapScale;
    const {width, height, nodes} = this.drawing;
    return html`<svg class="mini" width="${width * scale}" height="${height * scale}" aria-hidden="true"
        @pointerdown=${event => {
          const box = event.currentTarget.getBoundingClientRect();
          this.x = this.wide / 2 - (event.clientX - box.left) / scale * this.zoom;
          this.y = this.high / 2 - (event.clientY - box.top) / scale * this.zoom;
          this.moved();
          event.stopPropagation();
        }}>
      ${nodes.map(node => svg`<rect data-dot="${node.step}" x="${node.box.x * scale}" y="${node.box.y * scale}" width="${Math.max(2, node.box.width * scale)}" height="${Math.max(1.5, node.box.height * scale)}" fill="currentColor"/>`)}
      <rect class="sight"/></svg>`;
  }

  updated(changes) {
    if (!this.graph) {
      return;
    }
    const fresh = this.drawing !== this.filled;
    if (fresh) {
      this.filled = this.drawing;
      this.slots = new Map([...this.querySelectorAll('[data-slot]')].map(slot => [slot.dataset.slot, slot]));
      this.dots = new Map([...this.querySelectorAll('[data-dot]')].map(dot => [dot.dataset.dot, dot]));
    }
    if (!this.isLarge) {
      const stood = this.filledSight !== this.sight.key;
      this.filledSight = this.sight.key;
      this.fill(fresh || stood || changes.has('plan'), changes);
    }
    if (fresh || this.isLarge) {
      this.place();
    }
    if (this.follow && !this.touched && changes.has('runs')) {
      this.lookAtRunning();
    }
  }

  /** Draws the nodes that look other than before: a run that is the same object, and does not count time, looks the same. */
  fill(all, changes) {
    const before = this.filledRuns;
    const moved = changes.has('selected') ? new Set([changes.get('selected'), this.selected, this.drawing.nodes[0]?.step]) : undefined;
    const counts = changes.has('at') || changes.has('tick');
    this.filledRuns = this.runs;
    for (const node of this.drawing.nodes) {
      const run = this.runs?.get(node.step);
      if (all || run !== before?.get(node.step) || moved?.has(node.step) || counts && (run?.status === 'running' || run?.status === 'pending')) {
        render(this.sight.far ? this.dotTemplate(node) : this.sight.sees(node.box) ? this.nodeTemplate(node) : nothing, this.slots.get(node.step));
        this.dots.get(node.step)?.setAttribute('class', `ink-${tone(run?.status)}`);
      }
    }
  }
}

customElements.define('baton-graph', Graph);
