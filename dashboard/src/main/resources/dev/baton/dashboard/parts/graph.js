import {html, nothing, svg} from 'lit';
import {repeat} from 'lit-html/directives/repeat.js';
import {guard} from 'lit-html/directives/guard.js';
import {Part} from '../core/view.js';
import {now} from '../core/store.js';
import {lineOf, shape, statusOf, tone, WORDS} from './status.js';

const CANVAS_FROM = 1500;
const MAP_FROM = 50;
const STILL_FROM = 200;
const PALE = new Set(['blocked', 'skipped', 'plan']);

/** A curve along the route that the server drew: smooth where it is simple, with round corners where it is not. */
function curve(route) {
  const [first, ...rest] = route;
  const last = rest[rest.length - 1];
  if (rest.length <= 3) {
    const middle = rest.length === 3 ? rest[0].x : (first.x + last.x) / 2;
    const bend = Math.max(18, Math.min(Math.abs(last.x - first.x) / 2, 48));
    if (Math.abs(first.y - last.y) < 1) {
      return `M${first.x} ${first.y}H${last.x}`;
    }
    const from = Math.max(first.x, middle - bend);
    const to = Math.min(last.x, middle + bend);
    return `M${first.x} ${first.y}H${from}C${middle + (to - middle) * .3} ${first.y} ${middle - (middle - from) * .3} ${last.y} ${to} ${last.y}H${last.x}`;
  }
  let path = `M${first.x} ${first.y}`;
  for (let i = 0; i < rest.length - 1; i++) {
    const before = i ? rest[i - 1] : first;
    const corner = rest[i];
    const after = rest[i + 1];
    const radius = Math.min(14, distance(before, corner) / 2, distance(corner, after) / 2);
    const enter = toward(corner, before, radius);
    const leave = toward(corner, after, radius);
    path += `L${enter.x} ${enter.y}Q${corner.x} ${corner.y} ${leave.x} ${leave.y}`;
  }
  return `${path}L${last.x} ${last.y}`;
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function toward(from, to, length) {
  const whole = distance(from, to) || 1;
  return {x: from.x + (to.x - from.x) / whole * length, y: from.y + (to.y - from.y) / whole * length};
}

/** Where a label stands: in the middle of the longest upright piece, or of the whole. */
function middle(route) {
  let best = {x: (route[0].x + route[route.length - 1].x) / 2, y: (route[0].y + route[route.length - 1].y) / 2};
  let longest = 0;
  for (let i = 1; i < route.length; i++) {
    const upright = Math.abs(route[i].y - route[i - 1].y);
    if (upright > longest) {
      longest = upright;
      best = {x: route[i].x, y: (route[i].y + route[i - 1].y) / 2};
    }
  }
  return best;
}

/** What a run is called: one that stands for another execution says so. */
const called = step => (step.startsWith('execution:') ? 'another execution' : step.startsWith('run:') ? 'another run' : step);

const clipped = (text, most) => (text && text.length > most ? `${text.slice(0, most - 1)}…` : text || '');

/**
 * A graph of steps. Nodes: {step, box: {x, y, width, height}, last, kind}; edges: {parent, child, conditions, route, holds}.
 * What a step is at is in `runs`, by step. Says "pick" with the step that was chosen, "open" with one that is to be opened.
 */
export class Graph extends Part {
  static properties = {
    graph: {attribute: false},
    runs: {attribute: false},
    selected: {},
    plan: {type: Boolean},
    at: {attribute: false},
    follow: {type: Boolean},
    zoom: {state: true},
    x: {state: true},
    y: {state: true},
    tick: {attribute: false},
  };

  constructor() {
    super();
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
    this.touched = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes = new ResizeObserver(() => {
      if (!this.touched) {
        this.fit();
      } else {
        this.requestUpdate();
      }
    });
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  willUpdate(changes) {
    if (changes.has('graph') && this.graph) {
      const shapeOf = `${this.graph.width}x${this.graph.height}:${this.graph.nodes.length}`;
      this.paths = this.graph.edges.map(edge => ({...edge, path: curve(edge.route), label: middle(edge.route)}));
      this.places = new Map(this.graph.nodes.map(node => [node.step, node]));
      if (shapeOf !== this.drawnShape) {
        this.drawnShape = shapeOf;
        this.touched = false;
        this.fit();
      }
    }
    if (this.follow && !this.touched && changes.has('runs')) {
      this.lookAtRunning();
    }
  }

  fit() {
    const width = this.clientWidth;
    const height = this.clientHeight;
    if (!this.graph || !width || !height) {
      return;
    }
    const margin = 28;
    const zoom = Math.min(1, (width - margin * 2) / this.graph.width, (height - margin * 2) / this.graph.height);
    const least = this.graph.nodes.length > CANVAS_FROM ? 0.004 : this.graph.nodes.length > MAP_FROM ? 0.1 : 0.56;
    this.zoom = Math.max(zoom, least);
    this.x = (width - this.graph.width * this.zoom) / 2;
    this.y = (height - this.graph.height * this.zoom) / 2;
    if (this.zoom > zoom) {
      this.lookAt(this.places?.get(this.selected)?.box);
    }
  }

  /** Moves what does not fit so that a box is in the middle, as far as there is something on both sides of it. */
  lookAt(box) {
    const along = (size, room, begin, length) => (size <= room - 56 ? (room - size) / 2
      : Math.max(room - size - 28, Math.min(28, room / 2 - (begin + length / 2) * this.zoom)));
    this.x = along(this.graph.width * this.zoom, this.clientWidth, box?.x ?? 0, box?.width ?? 0);
    this.y = along(this.graph.height * this.zoom, this.clientHeight, box?.y ?? 0, box?.height ?? 0);
  }

  /** Moves what runs into sight. */
  lookAtRunning() {
    const running = this.graph?.nodes.find(node => this.runs?.get(node.step)?.status === 'running');
    if (running && !this.fitsIn()) {
      this.lookAt(running.box);
    }
  }

  scale(factor, cx = this.clientWidth / 2, cy = this.clientHeight / 2) {
    const next = Math.max(0.004, Math.min(2.5, this.zoom * factor));
    this.x = cx - (cx - this.x) * next / this.zoom;
    this.y = cy - (cy - this.y) * next / this.zoom;
    this.zoom = next;
    this.touched = true;
  }

  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey && !this.touched && this.fitsIn()) {
      return;
    }
    event.preventDefault();
    const box = this.getBoundingClientRect();
    this.scale(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  fitsIn() {
    return this.graph.width * this.zoom <= this.clientWidth && this.graph.height * this.zoom <= this.clientHeight;
  }

  onDown(event) {
    if (event.button !== 0 || event.target.closest('button')) {
      return;
    }
    const start = {x: event.clientX - this.x, y: event.clientY - this.y, px: event.clientX, py: event.clientY};
    const canvas = event.target.tagName === 'CANVAS';
    let moved = false;
    const move = next => {
      if (!moved && Math.hypot(next.clientX - start.px, next.clientY - start.py) < 4) {
        return;
      }
      moved = true;
      this.touched = true;
      this.x = next.clientX - start.x;
      this.y = next.clientY - start.y;
    };
    const up = end => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      if (!moved && canvas) {
        const box = this.getBoundingClientRect();
        const hit = this.hit((end.clientX - box.left - this.x) / this.zoom, (end.clientY - box.top - this.y) / this.zoom);
        if (hit) {
          this.pick(hit.step);
        }
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  }

  hit(x, y) {
    return this.graph.nodes.find(({box}) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  }

  pick(step) {
    this.dispatchEvent(new CustomEvent('pick', {detail: step, bubbles: true}));
  }

  /** Arrow keys walk along edges and between neighbours. */
  onKey(event, step) {
    const here = this.places.get(step);
    const next = {
      ArrowRight: () => this.graph.edges.find(edge => edge.parent === step)?.child,
      ArrowLeft: () => this.graph.edges.find(edge => edge.child === step)?.parent,
      ArrowDown: () => this.neighbour(here, 1),
      ArrowUp: () => this.neighbour(here, -1),
    }[event.key]?.();
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.pick(step);
    } else if (next) {
      event.preventDefault();
      this.pick(next);
      this.updateComplete.then(() => this.querySelector(`[data-step="${CSS.escape(next)}"]`)?.focus());
    }
  }

  neighbour(node, way) {
    return this.graph.nodes
      .filter(other => (other.box.y - node.box.y) * way > 0)
      .sort((a, b) => Math.hypot(a.box.x - node.box.x, a.box.y - node.box.y) - Math.hypot(b.box.x - node.box.x, b.box.y - node.box.y))[0]?.step;
  }

  /** What a node's looks hang on: one that is as it was is not drawn again, which is most of a thousand. */
  looks(node) {
    const run = this.runs?.get(node.step);
    const moves = run && (run.status === 'running' || run.status === 'pending');
    return [node, run, this.plan, node.step === this.selected, !this.selected, moves ? this.at ?? this.tick : 0];
  }

  nodeTemplate(node) {
    const run = this.runs?.get(node.step);
    const status = this.plan ? 'plan' : run ? statusOf(run) : 'blocked';
    const selected = node.step === this.selected;
    const pale = PALE.has(status) && status !== 'plan';
    const {x, y, width, height} = node.box;
    const line = this.plan ? run?.line ?? kindLine(node) : status === 'blocked' ? blockedLine(node, run) : run ? lineOf(run, this.at ?? now()) : '';
    const share = run?.children && status === 'running' ? run.children.ended / Math.max(1, run.children.total) : run?.progress && status === 'running' ? run.progress.fraction : undefined;
    const room = share === undefined ? 24 : 12;
    return svg`<g class="node ${status} ${pale ? 'pale' : ''} ${selected ? 'selected' : ''}" transform="translate(${x} ${y})"
        role="button" tabindex="${selected || (!this.selected && node === this.graph.nodes[0]) ? 0 : -1}" data-step="${node.step}" aria-pressed="${selected}"
        aria-label="${node.step}${this.plan ? '' : `, ${WORDS[status] || status}`}${line ? `, ${line}` : ''}"
        @click=${() => this.pick(node.step)} @keydown=${event => this.onKey(event, node.step)}>
      <title>${node.step}${line ? ` · ${line}` : ''}</title>
      ${selected ? svg`<rect class="ring" x="-4" y="-4" width="${width + 8}" height="${height + 8}" rx="12"/>` : nothing}
      <rect class="box" width="${width}" height="${height}" rx="8"/>
      <g class="ink-${this.plan ? 'quiet' : tone(status)}" transform="translate(12 12)">${this.plan ? kindShape(node.kind) : shape(status)}</g>
      <text class="name" x="36" y="24">${clipped(called(node.step), 19)}</text>
      <text class="line" x="36" y="41">${clipped(line, room)}</text>
      ${share === undefined ? nothing : svg`<rect class="track" x="${width - 62}" y="36" width="50" height="5" rx="2.5"/><rect class="fill" x="${width - 62}" y="36" width="${Math.max(3, 50 * share)}" height="5" rx="2.5"/>`}
      ${run?.children ? svg`<path class="stacked" d="M6 ${height + 3.5}H${width - 6}"/>` : nothing}
    </g>`;
  }

  edgeTemplate(edge) {
    const state = this.plan ? 'plan' : edge.holds === undefined || edge.holds === null ? 'open' : edge.holds ? 'held' : 'broken';
    const near = edge.parent === this.selected || edge.child === this.selected;
    const conditions = edge.conditions || [];
    const plain = conditions.length === 1 && conditions[0] === 'success' || this.places.get(edge.child)?.last;
    const words = conditions.join(' or ');
    const half = words.length * 3.1 + 9;
    return svg`<g class="edge ${state} ${near ? 'near' : ''}"><path d="${edge.path}" marker-end="url(#arrow-${state}${near ? '-near' : ''})"/>
      ${plain ? nothing : svg`<g transform="translate(${edge.label.x} ${edge.label.y})"><rect x="${-half}" y="-9" width="${half * 2}" height="18" rx="9"/><text y="3.5" text-anchor="middle">${words}</text></g>`}</g>`;
  }

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
    const large = this.graph.nodes.length > CANVAS_FROM;
    return html`<div class="graph-stage" @wheel=${this.onWheel} @pointerdown=${this.onDown}>
      ${large ? html`<canvas role="img" aria-label="graph of ${this.graph.nodes.length} steps; the table lists them"></canvas>` : html`
      <svg class="graph-svg ${this.graph.nodes.length > STILL_FROM ? 'still' : ''}" width="100%" height="100%" role="group" aria-label="graph of ${this.graph.nodes.length} steps">
        <defs>${['open', 'held', 'broken', 'plan', 'open-near', 'held-near', 'broken-near', 'plan-near'].map(state => svg`<marker id="arrow-${state}" class="arrow ${state}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M1 1l6 3-6 3z"/></marker>`)}</defs>
        <g transform="translate(${this.x} ${this.y}) scale(${this.zoom})">
          ${repeat(this.holdsNow(), edge => `${edge.parent}>${edge.child}`, edge => guard([edge.path, edge.holds, this.plan, edge.parent === this.selected || edge.child === this.selected], () => this.edgeTemplate(edge)))}
          ${repeat(this.graph.nodes, node => node.step, node => guard(this.looks(node), () => this.nodeTemplate(node)))}
        </g></svg>`}
      </div>
      <div class="graph-tools">
        <button title="Smaller" aria-label="Smaller" @click=${() => this.scale(1 / 1.3)}>−</button>
        <button title="Fit" aria-label="Fit all into view" @click=${() => { this.touched = false; this.fit(); }}>fit</button>
        <button title="Larger" aria-label="Larger" @click=${() => this.scale(1.3)}>+</button>
      </div>
      ${this.graph.nodes.length > MAP_FROM && !large ? this.mapTemplate() : nothing}`;
  }

  mapTemplate() {
    const scale = Math.min(150 / this.graph.width, 90 / this.graph.height);
    return html`<svg class="mini" width="${this.graph.width * scale}" height="${this.graph.height * scale}" aria-hidden="true"
        @pointerdown=${event => {
          const box = event.currentTarget.getBoundingClientRect();
          this.touched = true;
          this.x = this.clientWidth / 2 - (event.clientX - box.left) / scale * this.zoom;
          this.y = this.clientHeight / 2 - (event.clientY - box.top) / scale * this.zoom;
          event.stopPropagation();
        }}>
      ${this.graph.nodes.length > CANVAS_FROM ? nothing : this.graph.nodes.map(node => svg`<rect class="ink-${tone(this.runs?.get(node.step)?.status)}" x="${node.box.x * scale}" y="${node.box.y * scale}" width="${Math.max(2, node.box.width * scale)}" height="${Math.max(1.5, node.box.height * scale)}" fill="currentColor"/>`)}
      <rect class="sight" x="${-this.x / this.zoom * scale}" y="${-this.y / this.zoom * scale}" width="${this.clientWidth / this.zoom * scale}" height="${this.clientHeight / this.zoom * scale}"/></svg>`;
  }

  updated() {
    const canvas = this.querySelector('canvas');
    if (canvas && this.graph) {
      this.paint(canvas);
    }
  }

  /** The colours of the theme, as a canvas takes them; looked up once a second, for a theme that changes. */
  palette() {
    if (!this.colours || performance.now() - this.colours.at > 1000) {
      const probe = document.createElement('span');
      this.append(probe);
      const known = new Map(['panel', 'ink', 'line', 'success', 'running', 'failure', 'pending', 'asks', 'quiet'].map(name => {
        probe.style.color = `var(--c-${name})`;
        return [name, getComputedStyle(probe).color];
      }));
      probe.remove();
      this.colours = {at: performance.now(), of: name => known.get(name)};
    }
    return this.colours.of;
  }

  /** Thousands of steps: drawn in one go, names only where they can be read. */
  paint(canvas) {
    const ratio = devicePixelRatio || 1;
    canvas.width = this.clientWidth * ratio;
    canvas.height = this.clientHeight * ratio;
    const draw = canvas.getContext('2d');
    const ink = this.palette();
    draw.scale(ratio, ratio);
    draw.translate(this.x, this.y);
    draw.scale(this.zoom, this.zoom);
    const left = -this.x / this.zoom;
    const top = -this.y / this.zoom;
    const right = left + this.clientWidth / this.zoom;
    const bottom = top + this.clientHeight / this.zoom;
    const sees = (x, y, w, h) => x < right && x + w > left && y < bottom && y + h > top;
    if (this.zoom > 0.06) {
      draw.strokeStyle = ink('line');
      draw.lineWidth = 1;
      draw.beginPath();
      for (const edge of this.graph.edges) {
        const [first] = edge.route;
        const last = edge.route[edge.route.length - 1];
        if (sees(Math.min(first.x, last.x), Math.min(first.y, last.y), Math.abs(last.x - first.x), Math.abs(last.y - first.y) + 1)) {
          draw.moveTo(first.x, first.y);
          edge.route.slice(1).forEach(point => draw.lineTo(point.x, point.y));
        }
      }
      draw.stroke();
    }
    const named = this.zoom > 0.4;
    const visible = this.graph.nodes.filter(({box}) => sees(box.x, box.y, box.width, box.height));
    if (!named) {
      this.paintSmall(draw, visible, ink);
      return;
    }
    draw.font = '550 12.5px Inter, sans-serif';
    for (const {step, box} of visible) {
      const status = tone(this.plan ? 'blocked' : this.runs?.get(step)?.status);
      draw.fillStyle = ink('panel');
      draw.strokeStyle = step === this.selected ? ink('ink') : ink(status);
      draw.lineWidth = step === this.selected ? 3 : 1;
      draw.beginPath();
      draw.roundRect(box.x, box.y, box.width, box.height, 8);
      draw.fill();
      draw.stroke();
      draw.fillStyle = ink(status);
      draw.beginPath();
      draw.arc(box.x + 20, box.y + 20, 6, 0, 7);
      draw.fill();
      draw.fillStyle = ink('ink');
      draw.fillText(clipped(step, 19), box.x + 36, box.y + 24);
    }
  }

  /** Too small for names: one path for each colour. */
  paintSmall(draw, nodes, ink) {
    const byTone = new Map();
    for (const node of nodes) {
      const status = tone(this.plan ? 'blocked' : this.runs?.get(node.step)?.status);
      byTone.has(status) ? byTone.get(status).push(node) : byTone.set(status, [node]);
    }
    for (const [status, same] of byTone) {
      draw.fillStyle = ink(status);
      draw.beginPath();
      same.forEach(({box}) => draw.rect(box.x, box.y, box.width, box.height));
      draw.fill();
    }
    const chosen = this.places.get(this.selected);
    if (chosen) {
      draw.strokeStyle = ink('ink');
      draw.lineWidth = 2 / this.zoom;
      draw.strokeRect(chosen.box.x, chosen.box.y, chosen.box.width, chosen.box.height);
    }
  }
}

function blockedLine(node, run) {
  if (node.last) {
    return 'final';
  }
  return run?.reason?.replace(/^it /, '') || 'waits';
}

function kindLine(node) {
  const join = node.join && node.join !== 'all' ? ` · ${node.join}` : '';
  return `${node.last ? 'final · ' : ''}${node.kind || ''}${join}`;
}

const KINDS = {
  shell: svg`<path d="M3 4.5 6.5 8 3 11.5M8.5 12H13" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  http: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.4"/><path d="M2.2 8h11.6M8 2.2c3.4 3.6 3.4 8 0 11.6-3.4-3.6-3.4-8 0-11.6" fill="none" stroke="currentColor" stroke-width="1.3"/>`,
  fanout: svg`<path d="M2.5 8H7m0 0 5.5-4.5M7 8h6M7 8l5.5 4.5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>`,
  workflow: svg`<rect x="2" y="3" width="5" height="4" rx="1" fill="none" stroke="currentColor" stroke-width="1.5"/><rect x="9" y="9" width="5" height="4" rx="1" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M7 5h4.5v4" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
  approval: svg`<circle cx="8" cy="5.2" r="2.7" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M3 13.5c.6-3 2.5-4.4 5-4.4s4.400 1.400 5 4.400" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`,
  wait: svg`<path d="M4.500 2.500h7L8 8l3.500 5.500h-7L8 8z" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>`,
  window: svg`<rect x="2.500" y="3.500" width="11" height="9.500" rx="1.500" fill="none" stroke="currentColor" stroke-width="1.500"/><path d="M2.500 6.500h11M6 2v2.500M10 2v2.500" stroke="currentColor" stroke-width="1.500"/>`,
};

export const kindShape = kind => KINDS[kind] || KINDS.shell;
export const kindIcon = kind => html`<svg class="ink-quiet status-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${kindShape(kind)}</svg>`;

customElements.define('baton-graph', Graph);
