import {html, nothing} from 'lit';
import {base} from '../../core/base.js';
import {nextFrame, View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose, query} from '../../core/router.js';
import {debounce, may, now, setServerTime} from '../../core/store.js';
import {between, clock, length, number, shortId, TRIGGERS} from '../../core/format.js';
import {badge, icon, lineOf, statusOf, WORDS} from '../../parts/status.js';
import {at, crumbs, empty, json, tabs} from '../../parts/bits.js';
import {menu} from '../../parts/dialog.js';
import {schedule} from '../overview/overview.js';
import {approveRun, answer, cancelExecution, cancelRun, holdExecution, markRun, releaseExecution, rerunExecution, retryExecution, retryNow, retryRun} from '../../parts/actions.js';
import {stateAt} from '../../parts/timeline.js';
import {broad, opened} from '../../parts/drawing.js';
import {itemRows, ITEMS_ON_A_PAGE, itemsDrawing} from '../../parts/items.js';
import '../../parts/graph.js';
import '../../parts/log.js';
import '../../parts/why.js';
import '../../parts/children.js';

const ENDED = new Set(['success', 'partial', 'failure', 'timeout', 'cancelled', 'skipped']);
const FAILED = new Set(['failure', 'timeout', 'cancelled']);

/** How long, in milliseconds, the panel shows a step that nobody chose. */
const LOOKS_FOR = 3000;

/** The importance of a step for the panel; steps above URGENT are shown at once. */
const URGENCY = {failure: 5, timeout: 5, asks: 4, retry: 3, running: 2, pending: 1};
const URGENT = 2;
const urgency = row => URGENCY[statusOf(row)] ?? 0;

/** One execution: graph, timeline, table and log, in which the same step is selected. */
class Execution extends View {
  static properties = {...View.properties, replay: {state: true}};

  constructor() {
    super();
    this.pace = 350;
    this.onKeyEvent = event => this.onKey(event.detail);
  }

  connectedCallback() {
    super.connectedCallback();
    this.later = debounce(() => this.reload(), 1500);
    addEventListener('baton-key', this.onKeyEvent);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('baton-key', this.onKeyEvent);
  }

  heading() {
    return this.data ? `${this.data.timeline.name} ${(WORDS[this.data.timeline.status] || '').toLowerCase()}` : undefined;
  }

  get tab() {
    return this.query.get('tab') || 'graph';
  }

  loadKey() {
    return `${this.subject}|${this.query.getAll('open')}|${this.query.getAll('items')}|${['events', 'definition'].includes(this.tab) ? this.tab : ''}`;
  }

  async load(signal) {
    const known = this.data?.whole.id === this.subject ? this.data : undefined;
    const [whole, graph] = await this.read(this.subject, signal);
    setServerTime(whole.now);
    const definition = known?.definition ?? await api.get(`/${whole.workflow ? 'workflows' : 'jobs'}/${enc(whole.name)}`, undefined, {signal}).catch(() => undefined);
    const ids = new Set([whole.id]);
    let rows = whole.rows;
    let drawing = graph;
    // What is inside something opened comes after it in the address.
    for (const step of this.query.getAll('open')) {
      const row = rows.find(one => one.step === step);
      if (row?.children_execution_id) {
        const inside = row.kind === 'fanout' ? this.items(row, signal) : this.nested(row, signal);
        const {own, inner, page} = await inside;
        ids.add(row.children_execution_id);
        drawing = opened(drawing, step, inner, page);
        const at = rows.indexOf(row) + 1;
        rows = [...rows.slice(0, at), ...own, ...rows.slice(at)];
      }
    }
    const same = known && JSON.stringify(known.graph) === JSON.stringify(drawing);
    return {whole, ids, timeline: {...whole, rows: unchanged(known?.timeline.rows, rows)}, graph: same ? known.graph : drawing, definition};
  }

  /** The steps of a workflow in the workflow. */
  async nested(row, signal) {
    const [inner, graph] = await this.read(row.children_execution_id, signal);
    return {inner: graph, own: inner.rows.map(one => ({...one, step: `${row.step}/${one.step}`, critical: one.critical && row.critical}))};
  }

  /** A page of the items of a fan-out: which one is in the address. */
  async items(row, signal) {
    const from = this.firstItem(row.step);
    const {items} = await api.get(`/runs/${enc(row.run_id)}/children`, {limit: ITEMS_ON_A_PAGE, from_number: from || undefined}, {signal});
    const total = row.children?.total ?? items.length;
    return {inner: itemsDrawing(items, total), own: itemRows(row, items), page: {from, shown: items.length, total, size: ITEMS_ON_A_PAGE}};
  }

  /** The first item shown of an opened fan-out, from the address: "12:enrich". */
  firstItem(step) {
    const own = this.query.getAll('items').find(one => one.slice(one.indexOf(':') + 1) === step);
    return Math.max(0, Number.parseInt(own ?? '0', 10) || 0);
  }

  /** Shows other items of an opened fan-out. */
  turn({step, from}) {
    const others = this.query.getAll('items').filter(one => one.slice(one.indexOf(':') + 1) !== step);
    choose({items: from > 0 ? [...others, `${from}:${step}`] : others});
  }

  async read(id, signal) {
    const [timeline, graph] = await Promise.all([
      api.get(`/executions/${id}/timeline`, undefined, {signal}),
      api.get(`/executions/${id}/graph`, undefined, {signal}),
    ]);
    return [timeline, {
      width: graph.width,
      height: graph.height,
      nodes: graph.nodes.map(node => ({step: node.step, box: node.position, last: node.last, kind: node.kind})),
      edges: graph.edges.filter(edge => !edge.implied),
    }];
  }

  concerns(event) {
    return Boolean(this.data?.ids.has(event.execution_id)) && !event.type.startsWith('run.');
  }

  /** What happens to a run is drawn at once from the event itself; what an event does not say is read a little later. */
  on(event) {
    if (!event.type.startsWith('run.') || !(this.data ? this.data.ids.has(event.execution_id) : event.execution_id === this.subject)) {
      return;
    }
    if (!this.data) {
      // What is being read may be older than the event.
      this.later();
      return;
    }
    const {timeline} = this.data;
    const at = timeline.rows.findIndex(one => one.run_id === event.run_id);
    if (at >= 0) {
      const row = timeline.rows[at];
      const changed = {...row};
      if (event.type === 'run.progress') {
        if (event.items_total !== undefined) {
          changed.children = {...row.children, total: event.items_total, ended: event.items_ended};
        } else {
          changed.progress = {fraction: event.fraction, message: event.message};
        }
      } else {
        changed.status = event.type === 'run.retried' ? 'pending' : event.status;
        changed.attempt = event.attempt;
        if (event.type === 'run.started') {
          changed.started = event.time ?? new Date(now()).toISOString();
          changed.reason = undefined;
        } else if (event.type === 'run.finished' || event.type === 'run.skipped') {
          changed.finished = event.time ?? new Date(now()).toISOString();
          changed.reason = event.detail;
        }
      }
      this.data = {...this.data, timeline: {...timeline, rows: timeline.rows.with(at, changed)}};
    }
    if (event.type !== 'run.progress') {
      this.later();
    }
  }

  onKey(event) {
    const key = event.key;
    if (!this.data) {
      return;
    }
    if (key === 'l') {
      this.querySelector('baton-log')?.scrollIntoView({block: 'center'});
      this.querySelector('.log-scroll')?.focus();
    } else if (key === 'w') {
      this.querySelector('baton-why')?.scrollIntoView({block: 'center'});
    } else if (key === 'r' && may('operator') && this.canRetry()) {
      retryExecution(this.data.timeline);
    } else if (key === ' ' && this.querySelector('baton-timeline') && event.target === document.body) {
      event.preventDefault();
      this.querySelector('baton-timeline').play();
    }
  }

  canRetry() {
    const {status, rows} = this.data.timeline;
    return status === 'timeout' || (ENDED.has(status) && rows.some(row => FAILED.has(row.status)));
  }

  /**
   * The step that is selected, or the one that most wants to be looked at. That one stays until another matters more, or until
   * it has ended and been there for a moment: a panel that changes with every run cannot be read.
   */
  selected(rows) {
    const chosen = query().get('step');
    const own = chosen && rows.find(row => row.step === chosen);
    if (own) {
      return own;
    }
    const last = rows.find(row => row.run_id === this.looked?.run);
    let best = last ?? rows[rows.length - 1];
    for (const row of rows) {
      if (urgency(row) > urgency(best)) {
        best = row;
      }
    }
    const moment = performance.now();
    if (last && best !== last && urgency(best) <= URGENT && moment - this.looked.at < LOOKS_FOR) {
      return last;
    }
    if (best && best !== last) {
      this.looked = {run: best.run_id, at: moment};
    }
    return best;
  }

  /** Once a frame at most, however many events come in. */
  async scheduleUpdate() {
    if (this.hasUpdated) {
      await nextFrame();
    }
    super.scheduleUpdate();
  }

  pick(step) {
    choose({step});
  }

  show({timeline, graph, definition}) {
    const rows = this.replay === undefined ? timeline.rows : timeline.rows.map(row => stateAt(row, this.replay));
    const selected = this.selected(rows);
    const runs = new Map(rows.map(row => [row.step, row]));
    const tab = this.tab;
    const href = id => {
      const next = query();
      next.delete('tab');
      if (id !== 'graph') {
        next.set('tab', id);
      }
      const text = next.toString();
      return `/executions/${this.subject}${text ? `?${text}` : ''}`;
    };
    return html`${this.header(timeline, definition)}
      ${tabs(tab, [['graph', 'Graph'], ['timeline', 'Timeline'], ['table', 'Table'], ['events', 'Events'], ['definition', 'Definition']], href)}
      ${this.replay === undefined ? nothing : html`<div class="replay row between"><span>Replay: as it was at <b>${clock(this.replay)}</b></span><button class="button" @click=${() => { this.replay = undefined; }}>Back to now</button></div>`}
      ${tab === 'table' ? this.table(rows, selected) : tab === 'events' ? this.events(timeline) : tab === 'definition' ? this.definition(definition) : html`
        <div class="execution-grid ${tab} ${broad(graph) ? 'broad' : ''}" @pick=${event => this.pick(event.detail)} @open=${event => this.toggle(event.detail)} @turn=${event => this.turn(event.detail)}>
          ${tab === 'graph' ? html`<section class="card graph-card" aria-label="Graph">
            <baton-graph .graph=${graph} .runs=${runs} .selected=${selected?.step} .at=${this.replay} .tick=${this.tick} .look=${this.query.get('look') ?? undefined} @look=${event => choose({look: event.detail})} follow></baton-graph></section>
          ${this.panel(timeline, rows, selected)}` : nothing}
          <section class="card timeline-card" aria-label="Timeline"><div class="card-head"><h2>Timeline</h2><span class="small faint row"><span class="wide-only">critical path dark · drag the line</span><button class="button" @click=${() => this.querySelector('baton-timeline').play()}>▶ replay</button></span></div>
            <div class="timeline-box"><baton-timeline .timeline=${timeline} .selected=${selected?.step} .at=${this.replay} .tick=${this.tick} @scrub=${event => { this.replay = event.detail; }}></baton-timeline></div></section>
          ${tab === 'timeline' ? this.panel(timeline, rows, selected) : nothing}
        </div>`}`;
  }

  header(timeline, definition) {
    const {status, runs, name} = timeline;
    const ended = ENDED.has(status);
    const asks = timeline.rows.some(row => statusOf(row) === 'asks');
    const shown = asks ? 'asks' : status;
    const done = `${number(runs.ended)} of ${number(runs.total)} done`;
    const type = timeline.workflow ? 'workflow' : 'job';
    const operator = may('operator');
    const path = `/${type}s/${enc(name)}`;
    const usual = timeline.usual ? html` <span class="faint">usually ${length(timeline.usual)}</span>` : nothing;
    return html`<div class="head"><div>
        ${crumbs([type === 'workflow' ? 'Workflows' : 'Jobs', `/${type}s`], [name, path], ['executions', `/executions?name=${enc(name)}`])}
        <div class="head-line"><h1><a class="plain" href="${base}${path}">${name}</a></h1>${badge(shown, `${WORDS[shown]}${ended ? '' : ` · ${done}`}`)}</div>
        <div class="meta">
          <span>started by <b>${TRIGGERS[timeline.trigger] || timeline.trigger}</b>${timeline.trigger === 'schedule' && definition ? html`, ${schedule(definition.definition.schedule)}` : nothing}</span>
          ${ended ? html`<span>took <b>${length(between(timeline.started, timeline.finished)) || '0 s'}</b>${usual}</span><span>ended <b>${at(timeline.finished)}</b></span>`
            : timeline.started ? html`<span>running for <b>${length(Math.max(0, Math.floor((now() - Date.parse(timeline.started)) / 1000)))}</b></span>
              ${timeline.expected_end && !asks && status !== 'held' ? html`<span>probably ends <b>${clock(timeline.expected_end)}</b>${usual}</span>` : timeline.usual ? html`<span>${usual}</span>` : nothing}` : html`<span>not begun</span>`}
          ${timeline.parent_run_id ? html`<span>part of <a href="${base}/runs/${timeline.parent_run_id}">another run</a></span>` : nothing}
          <span class="mono faint" title="${timeline.id}">${shortId(timeline.id)}</span>
        </div></div>
      ${operator ? html`<div class="actions">
        ${ended ? nothing : status === 'held' ? html`<button class="button primary" @click=${() => releaseExecution(timeline)}>Release</button>` : html`<button class="button" @click=${() => holdExecution(timeline)}>Hold</button>`}
        ${ended ? this.canRetry() ? html`<button class="button primary" @click=${() => retryExecution(timeline)}>Retry failed…</button>` : nothing : html`<button class="button" @click=${() => cancelExecution(timeline)}>Cancel…</button>`}
        ${menu('···', [['Run again…', () => rerunExecution(timeline)], ['Copy id', () => navigator.clipboard?.writeText(timeline.id)]], {title: 'More actions'})}</div>` : nothing}</div>`;
  }

  /** The step, its status, the explanation, the actions and the log. */
  panel(timeline, rows, row) {
    if (!row) {
      return nothing;
    }
    const status = statusOf(row);
    const over = ENDED.has(row.status) || row.status === 'partial' || row.status === 'skipped';
    const operator = may('operator') && this.replay === undefined;
    const took = over ? length(between(row.started, row.finished)) : '';
    const line = status === 'retry' ? `${WORDS.pending} · ${lineOf(row)}` : WORDS[status];
    const stamp = `${row.status}:${row.attempt}:${row.finished || ''}`;
    const failed = FAILED.has(row.status);
    const nested = row.children && row.kind === 'workflow';
    const opens = row.children && (nested || row.kind === 'fanout');
    const open = this.query.getAll('open').includes(row.step);
    return html`<section class="card panel" aria-label="Step ${row.step}">
      <div class="card-section first"><div class="row between"><h2 class="clip"><a class="plain" href="${base}/runs/${row.run_id}" title="Open this run">${row.label ?? row.step}</a></h2>${badge(status, line)}</div>
        <p class="faint">${[row.attempt ? `attempt ${row.attempt}${row.attempts_allowed > 1 ? ` of ${row.attempts_allowed}` : ''}` : '', row.kind, took ? `took ${took}` : '', row.usual ? `usually ${length(row.usual)}` : ''].filter(Boolean).join(' · ')}</p></div>
      <div class="card-section"><baton-why .run=${row.run_id} .step=${row.step} .stamp=${stamp} .steps=${rows.map(one => one.step)}></baton-why>
        ${operator ? html`<div class="actions panel-actions">
          ${status === 'asks' ? html`<button class="button primary" @click=${() => answer(row, true)}>Approve</button><button class="button" @click=${() => answer(row, false)}>Reject</button><button class="button" @click=${() => approveRun(row)}>With a comment…</button>` : nothing}
          ${failed ? html`<button class="button primary" @click=${() => retryRun(row, rows)}>Retry…</button>` : nothing}
          ${status === 'retry' ? html`<button class="button primary" @click=${() => retryNow(row)}>Retry now</button>` : nothing}
          ${!over && status !== 'asks' ? html`<button class="button" @click=${() => cancelRun(row)}>Cancel…</button>` : nothing}
          ${row.status === 'success' || row.status === 'partial' ? nothing : html`<button class="button" @click=${() => markRun(row)}>Mark…</button>`}
          ${timeline.workflow && !row.step.includes('/') ? html`<a class="button" href="${base}/workflows/${enc(timeline.name)}?tab=whatif&fail=${enc(row.step)}">What if it fails?</a>` : nothing}
          ${opens ? html`<button class="button" @click=${() => this.toggle(row.step)}>${open ? 'Close' : 'Open in place'}</button>` : nothing}
        </div>` : nothing}</div>
      ${row.children && !nested ? html`<div class="card-section"><baton-children .run=${row.run_id} .counts=${row.children} .stamp=${`${row.children.ended}`} compact></baton-children></div>` : nothing}
      ${row.attempt > 0 || row.status === 'running' ? html`<div class="card-section log-section"><div class="row between log-head"><h3>Log</h3><a class="small" href="${base}/runs/${row.run_id}">all of it</a></div>
        ${row.children && row.kind === 'fanout' ? html`<p class="small faint">Each item has a log of its own.</p>` : html`<baton-log compact .run=${row.run_id}></baton-log>`}</div>` : nothing}
    </section>`;
  }

  /** Opens a workflow in the workflow, or a fan-out, in place; or closes it with all that was opened in it. */
  toggle(step) {
    const open = this.query.getAll('open');
    const closes = open.includes(step);
    const inside = one => one === step || one.startsWith(`${step}/`);
    choose({
      open: closes ? open.filter(one => !inside(one)) : [...open, step],
      items: this.query.getAll('items').filter(one => !closes || !inside(one.slice(one.indexOf(':') + 1))),
    }, {replace: false});
  }

  table(rows, selected) {
    const filter = this.query.get('q')?.toLowerCase() || '';
    const wanted = this.query.getAll('status');
    const shown = rows.filter(row => (!filter || row.step.toLowerCase().includes(filter)) && (!wanted.length || wanted.includes(statusOf(row))));
    const counts = new Map();
    rows.forEach(row => counts.set(statusOf(row), (counts.get(statusOf(row)) || 0) + 1));
    return html`<div class="filters"><input class="input" type="search" placeholder="Filter steps" aria-label="Filter steps" .value=${this.query.get('q') || ''} @input=${event => choose({q: event.target.value})}>
      <div class="chips">${[...counts].map(([status, count]) => html`<button class="chip" aria-pressed="${wanted.includes(status)}" @click=${() => choose({status: wanted.includes(status) ? wanted.filter(one => one !== status) : [...wanted, status]})}>${icon(status, 14)}${WORDS[status]} ${number(count)}</button>`)}</div></div>
      <section class="card scroll-x"><table><thead><tr><th>step</th><th>status</th><th class="wide-only">attempt</th><th>started</th><th class="number">took</th><th class="number wide-only">usually</th><th class="wide-only">why</th></tr></thead>
      <tbody>${shown.slice(0, 500).map(row => html`<tr data-row class="${row === selected ? 'selected' : ''}" @click=${() => this.pick(row.step)}>
        <td><a class="subject" href="${base}/runs/${row.run_id}">${row.step}</a><span class="title">${row.label ? html`${row.label} · ` : nothing}${row.kind}</span></td><td>${badge(statusOf(row))}</td>
        <td class="wide-only">${row.attempt ? `${row.attempt}${row.attempts_allowed > 1 ? ` of ${row.attempts_allowed}` : ''}` : nothing}</td><td class="nowrap">${at(row.started)}</td>
        <td class="number nowrap">${took(row)}</td><td class="number nowrap soft wide-only">${row.usual ? length(row.usual) : nothing}</td><td class="soft wide-only reason">${row.reason}</td></tr>`)}</tbody></table>
        ${shown.length > 500 ? html`<div class="more soft">and ${number(shown.length - 500)} more: filter to see them</div>` : nothing}
        ${shown.length === 0 ? empty('No such step', 'No step matches the filter.') : nothing}</section>`;
  }

  /** The events of the execution in order, derived from its runs. */
  events(timeline) {
    const entries = [[timeline.created, 'created', `by ${TRIGGERS[timeline.trigger] || timeline.trigger}`, 'blocked']];
    for (const row of timeline.rows) {
      for (const attempt of row.attempts) {
        entries.push([attempt.started, `${row.step} started`, attempt.number > 1 ? `attempt ${attempt.number}` : '', 'running']);
        if (attempt.finished) {
          entries.push([attempt.finished, `${row.step} ${(WORDS[attempt.status] || '').toLowerCase()}`, attempt.reason || length(between(attempt.started, attempt.finished)), attempt.status]);
        }
      }
      if (row.finished && !row.attempts.length) {
        entries.push([row.finished, `${row.step} ${(WORDS[row.status] || '').toLowerCase()}`, row.reason || '', row.status]);
      }
    }
    if (timeline.finished) {
      entries.push([timeline.finished, 'ended', (WORDS[timeline.status] || '').toLowerCase(), timeline.status]);
    }
    entries.sort((a, b) => Date.parse(a[0]) - Date.parse(b[0]));
    return html`<section class="card scroll-x"><table><thead><tr><th>when</th><th>what</th><th>about it</th></tr></thead><tbody>${entries.slice(-1000).map(([time, what, detail, status]) => html`<tr data-row><td class="nowrap">${at(time)}</td><td class="nowrap">${icon(status)} ${what}</td><td class="soft reason">${detail}</td></tr>`)}</tbody></table></section>
      <section class="card pad gap-top"><h2>Parameters</h2><div class="gap-top">${Object.keys(timeline.parameters).length ? json(timeline.parameters) : html`<p class="soft">None.</p>`}</div></section>`;
  }

  definition(definition) {
    return definition ? html`<section class="card pad"><div class="row between"><h2>Definition, as it is now</h2><span class="small faint">${definition.definition.source === 'file' ? 'from the file' : 'made through the API'}</span></div><div class="gap-top">${json(definition.spec)}</div></section>`
      : empty('No longer defined', 'The file or the API has removed it since.');
  }
}

/** Rows that say the same as before are the same objects, so that nothing draws them again. */
function unchanged(before, rows) {
  const known = new Map(before?.map(row => [row.run_id, row]));
  return rows.map(row => {
    const old = known.get(row.run_id);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}

function took(row) {
  if (row.finished) {
    return length(between(row.started, row.finished));
  }
  return row.status === 'running' && row.started ? length(Math.floor((now() - Date.parse(row.started)) / 1000)) : nothing;
}

customElements.define('view-execution', Execution);
