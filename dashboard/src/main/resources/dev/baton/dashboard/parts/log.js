import {html, nothing} from 'lit';
import {base} from '../core/base.js';
import {Part} from '../core/view.js';
import {css} from '../core/css.js';
import {enc} from '../core/api.js';
import {clock, exactly, number} from '../core/format.js';
import {remember, setting} from '../core/settings.js';
import {pieces, plain} from './ansi.js';
import {Lines, readLines} from './lines.js';

const LINE = 18;
const TAIL = 512 * 1024;
const MOST_LINES = 2_000_000;

/** For how many milliseconds it may search before the page draws again. */
const SLICE = 10;
const ERROR = /\b(error|exception|fatal|panic|failed|failure|traceback)\b/i;

/**
 * The log of a run, live. It begins near the end, reads what came before when somebody scrolls or searches, and draws only
 * the lines that are in sight. A connection that was lost goes on where it was.
 */
export class Log extends Part {
  static properties = {
    run: {},
    compact: {type: Boolean},
    attempt: {type: Number},
    version: {state: true},
    top: {state: true},
    search: {state: true},
    follow: {state: true},
    wrap: {state: true},
    times: {state: true},
    hit: {state: true},
    state: {state: true},
  };

  constructor() {
    super();
    this.follow = true;
    this.wrap = setting('log.wrap', true);
    this.times = setting('log.times', true);
    this.search = '';
    this.hit = -1;
    this.top = 0;
    this.reset();
  }

  reset() {
    this.lines = new Lines();
    this.first = undefined;
    this.last = undefined;
    this.state = 'loading';
    this.tops = undefined;
    this.hits = [];
    this.isCut = false;
    this.version = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes = new ResizeObserver(() => {
      this.wide = this.clientWidth;
      this.high = this.querySelector('.log-scroll')?.clientHeight;
      this.tops = undefined;
      this.requestUpdate();
    });
    this.sizes.observe(this);
    if (this.run && !this.source) {
      this.open();
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.close();
  }

  close() {
    this.source?.close();
    this.source = undefined;
    clearTimeout(this.again);
    cancelAnimationFrame(this.finding);
  }

  willUpdate(changes) {
    if (changes.has('run') && changes.get('run') !== undefined) {
      this.close();
      this.reset();
      this.open();
    }
    if (changes.has('attempt')) {
      this.tops = undefined;
      this.chosen = undefined;
    }
  }

  address(options) {
    return `${base}/api/v1/runs/${enc(this.run)}/log?${new URLSearchParams(options)}`;
  }

  open() {
    if (!this.run) {
      return;
    }
    const source = this.source = new EventSource(this.address(this.last === undefined ? {tail: TAIL} : {offset: this.last}));
    source.addEventListener('begin', event => {
      this.first ??= JSON.parse(event.data).offset;
    });
    source.addEventListener('line', event => {
      this.last = Number(event.lastEventId);
      this.add(JSON.parse(event.data));
    });
    source.addEventListener('end', () => {
      source.close();
      this.state = 'ended';
      this.requestUpdate();
    });
    source.onopen = () => {
      this.state = 'live';
    };
    source.onerror = () => {
      if (this.source === source && this.state !== 'ended') {
        source.close();
        this.state = 'lost';
        this.again = setTimeout(() => this.open(), 2000);
      }
    };
  }

  add(line) {
    if (this.lines.length >= MOST_LINES) {
      this.forget(MOST_LINES / 4);
    }
    this.lines.add(line);
    this.news();
  }

  /** A log without end keeps what is new; the download has the rest. */
  forget(count) {
    this.lines.drop(count);
    this.first = 0;
    this.isCut = true;
    this.tops = undefined;
    this.chosen = undefined;
    this.find(false);
  }

  /** Many lines of one moment are drawn once. */
  news() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = undefined;
      if (this.attempt) {
        this.chosen = undefined;
        this.tops = undefined;
      }
      this.findOn();
      this.version++;
    });
  }

  /** Reads what is before the first line: a piece of it, or all of it for a search. */
  async earlier(all = false) {
    if (this.reading || !this.first) {
      return;
    }
    this.reading = true;
    this.readTo = this.first;
    /** @type {Lines[]} */
    const pieces = [];
    let count = this.lines.length;
    try {
      do {
        const from = Math.max(0, this.readTo - TAIL * (all ? 4 : 1));
        const piece = await readLines(options => this.address(options), from, this.readTo);
        pieces.unshift(piece);
        count += piece.length;
        this.readTo = from;
        this.requestUpdate();
      } while (all && this.readTo > 0 && this.isConnected && this.search && count < MOST_LINES);
    } catch {
      // What came so far is shown; the rest is asked for again by who scrolls or searches again.
    }
    this.reading = false;
    this.addBefore(pieces, all);
  }

  /** Puts lines before the others, once for all of them, and leaves those in sight where they are. */
  addBefore(pieces, jump) {
    const scroller = this.querySelector('.log-scroll');
    const before = this.heights()[this.count()];
    this.lines.prepend(pieces);
    this.first = this.readTo;
    this.chosen = undefined;
    this.tops = undefined;
    if (scroller) {
      scroller.scrollTop += this.heights()[this.count()] - before;
    }
    this.find(jump);
    this.version++;
  }

  /** The numbers of the lines that are shown: those of one attempt, or all. */
  shown() {
    if (!this.attempt) {
      return undefined;
    }
    this.chosen ??= this.lines.attempt.flatMap((attempt, i) => (attempt === this.attempt ? [i] : []));
    return this.chosen;
  }

  count() {
    return this.shown()?.length ?? this.lines.length;
  }

  number(i) {
    return this.shown()?.[i] ?? i;
  }

  /** How many letters fit into a line: all are equally wide. */
  columns() {
    const width = (this.wide ??= this.clientWidth) - 26 - (this.times && !this.compact ? 76 : this.times ? 70 : 0);
    return Math.max(20, Math.floor(width / 7.5));
  }

  /** Where each line begins; the last entry is where all end. */
  heights() {
    const count = this.count();
    if (!this.tops) {
      this.tops = new Float64Array(Math.max(256, count + 1));
      this.measured = 0;
    }
    if (this.tops.length <= count) {
      const larger = new Float64Array(count * 2);
      larger.set(this.tops);
      this.tops = larger;
    }
    // Only what came since the last time: a line that is there stays as high as it is.
    const columns = this.columns();
    for (let i = this.measured; i < count; i++) {
      const rows = this.wrap ? Math.max(1, Math.ceil(plain(this.lines.text[this.number(i)]).length / columns)) : 1;
      this.tops[i + 1] = this.tops[i] + rows * LINE;
    }
    this.measured = Math.max(0, count - 1);
    return this.tops;
  }

  lineAt(y) {
    const tops = this.heights();
    let low = 0;
    let high = this.count() - 1;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (tops[mid] <= y) {
        low = mid;
      } else {
        high = mid - 1;
      }
    }
    return Math.max(0, low);
  }

  find(jump = true) {
    this.hits = [];
    this.searched = 0;
    this.jumps = jump;
    this.hit = jump ? -1 : this.hit;
    this.findOn();
  }

  /** Looks through the lines that came since it last did, a slice at a time, and leads to the first match. */
  findOn() {
    cancelAnimationFrame(this.finding);
    const text = this.search.toLowerCase();
    const count = this.count();
    const end = performance.now() + SLICE;
    let i = text ? this.searched || 0 : count;
    for (; i < count && (i % 512 || performance.now() < end); i++) {
      if (plain(this.lines.text[this.number(i)]).toLowerCase().includes(text)) {
        this.hits.push(i);
      }
    }
    this.searched = i;
    if (this.jumps && this.hits.length) {
      this.jumps = false;
      this.hit = 0;
      this.show(this.hits[0]);
    }
    if (i < count) {
      this.finding = requestAnimationFrame(() => this.findOn());
    }
    this.requestUpdate();
  }

  onSearch(event) {
    this.search = event.target.value;
    this.find();
    if (this.search && this.first > 0) {
      this.follow = false;
      this.earlier(true);
    }
  }

  step(way) {
    if (this.hits.length) {
      this.hit = (this.hit + way + this.hits.length) % this.hits.length;
      this.show(this.hits[this.hit]);
    }
  }

  show(line) {
    if (line !== undefined) {
      this.follow = false;
      this.querySelector('.log-scroll').scrollTop = Math.max(0, this.heights()[line] - 60);
    }
  }

  toFirstError() {
    const count = this.count();
    let found = -1;
    for (let i = 0; i < count && found < 0; i++) {
      if (this.lines.stream[this.number(i)] === 'stderr' || ERROR.test(this.lines.text[this.number(i)])) {
        found = i;
      }
    }
    if (found >= 0) {
      this.show(found);
      this.marked = found;
    }
  }

  onScroll(event) {
    const {scrollTop, scrollHeight, clientHeight} = event.target;
    this.top = scrollTop;
    if (scrollTop < 200 && this.first > 0 && !this.follow) {
      this.earlier();
    }
    if (this.scrolledByHand) {
      this.follow = scrollHeight - scrollTop - clientHeight < 24;
    }
  }

  updated() {
    const scroller = this.querySelector('.log-scroll');
    if (this.follow && scroller) {
      scroller.scrollTop = scroller.scrollHeight;
    }
  }

  lineTemplate(i) {
    const n = this.number(i);
    const stream = this.lines.stream[n];
    const marked = this.hits[this.hit] === i || this.marked === i;
    return html`<div class="log-line ${stream} ${marked ? 'marked' : ''} ${this.wrap ? 'wrapped' : ''}" ${css({top: `${this.heights()[i]}px`})}>
      ${this.times ? html`<span class="log-time" title="${exactly(this.lines.time[n])}">${clock(this.lines.time[n])}</span>` : nothing}<span class="log-text">${pieces(this.lines.text[n]).map(piece => this.pieceTemplate(piece))}</span></div>`;
  }

  pieceTemplate({text, classes}) {
    const parts = text.split(/(https?:\/\/[^\s"'<>)\]]+)/);
    return html`<span class="${classes}">${parts.map((part, i) => (i % 2 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : this.marks(part)))}</span>`;
  }

  marks(text) {
    if (!this.search) {
      return text;
    }
    const wanted = this.search.toLowerCase();
    const result = [];
    let from = 0;
    for (let i = text.toLowerCase().indexOf(wanted); i >= 0; i = text.toLowerCase().indexOf(wanted, from)) {
      result.push(text.slice(from, i), html`<mark>${text.slice(i, i + wanted.length)}</mark>`);
      from = i + wanted.length;
    }
    result.push(text.slice(from));
    return result;
  }

  toggle(name) {
    this[name] = !this[name];
    this.tops = undefined;
    if (name !== 'follow') {
      remember(`log.${name}`, this[name]);
    }
  }

  render() {
    const count = this.count();
    const tops = this.heights();
    const height = tops[count];
    const room = this.high || 600;
    const from = count ? Math.max(0, this.lineAt(this.top) - 10) : 0;
    const to = count ? Math.min(count, this.lineAt(this.top + room) + 12) : 0;
    const visible = [];
    for (let i = from; i < to; i++) {
      visible.push(this.lineTemplate(i));
    }
    return html`<div class="log-tools">
        <input type="search" class="input" placeholder="${this.compact ? 'Search' : 'Search the log'}" aria-label="Search the log" .value=${this.search} @input=${this.onSearch}
          @keydown=${event => { if (event.key === 'Enter') { this.step(event.shiftKey ? -1 : 1); } }}>
        ${this.search ? html`<span class="small soft nowrap" role="status">${this.hits.length ? `${this.hit + 1} of ${number(this.hits.length)}` : 'no match'}${this.reading ? `, reading… ${Math.round(100 - this.readTo / this.first * 100)} %` : this.searched < count ? ', searching…' : ''}</span>
          <button class="tool" aria-label="Previous match" @click=${() => this.step(-1)}>↑</button><button class="tool" aria-label="Next match" @click=${() => this.step(1)}>↓</button>` : nothing}
        <span class="grow"></span>
        ${this.state === 'lost' && count ? html`<span class="small soft nowrap log-lost" role="status">connection lost, trying again</span>` : nothing}
        ${this.compact ? nothing : html`<button class="tool" @click=${this.toFirstError}>first error</button>
        <button class="tool" aria-pressed="${this.times}" @click=${() => this.toggle('times')}>times</button>
        <button class="tool" aria-pressed="${this.wrap}" @click=${() => this.toggle('wrap')}>wrap</button>`}
        <button class="tool" aria-pressed="${this.follow}" @click=${() => this.toggle('follow')}>follow</button>
        <a class="tool" href="${base}/api/v1/runs/${enc(this.run || '')}/log" download="${this.run}.log">download</a>
      </div>
      <div class="log-scroll" tabindex="0" role="log" aria-label="Log" aria-live="off" @scroll=${this.onScroll}
          @wheel=${() => { this.scrolledByHand = true; }} @pointerdown=${() => { this.scrolledByHand = true; }} @keydown=${() => { this.scrolledByHand = true; }}>
        ${this.first > 0 ? html`<button class="log-more" @click=${() => { this.follow = false; this.earlier(); }}>${this.reading ? 'reading…' : 'earlier lines'}</button>` : nothing}
        ${this.isCut ? html`<p class="log-none">The beginning is no longer shown; the download has all of it.</p>` : nothing}
        ${count ? html`<div class="log-all" ${css({height: `${height}px`})}>${visible}</div>`
          : html`<p class="log-none">${{loading: '…', ended: 'It printed nothing.', live: 'Nothing printed yet.', lost: 'The connection is lost; trying again.'}[this.state]}</p>`}
      </div>`;
  }
}

customElements.define('baton-log', Log);
