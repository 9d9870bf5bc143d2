import {html, nothing, svg} from 'lit';
import {base, mounted} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose, go} from '../../core/router.js';
import {may, now, setServerTime} from '../../core/store.js';
import {remember, setting} from '../../core/settings.js';
import {day, length, minute, number, plural, roughly, seconds} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {bars, empty, meter, since, to} from '../../parts/bits.js';
import {retryRun} from '../../parts/actions.js';

const RANGES = [[1, '1 hour'], [6, '6 hours'], [24, '24 hours'], [168, '7 days']];

/** The overview: active and failed executions, and the next fires. */
class Overview extends View {
  static properties = {...View.properties, width: {state: true}};

  constructor() {
    super();
    this.width = 1120;
    this.pace = 600;
  }

  heading() {
    return 'Overview';
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes = new ResizeObserver(([entry]) => { this.width = Math.floor(entry.contentRect.width); });
    this.sizes.observe(this);
    this.poll = setInterval(() => !document.hidden && this.reload(), 15000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
    clearInterval(this.poll);
  }

  /** How far back: as chosen, or as the server thinks fit for how long it has run. */
  get hours() {
    return this.chosen ?? this.data?.overview.hours ?? 24;
  }

  get chosen() {
    return Number(this.query.get('hours')) || setting('overview.hours', undefined);
  }

  loadKey() {
    return this.chosen;
  }

  async load(signal) {
    const [overview, definitions, queues, doctor] = await Promise.all([
      api.get('/overview', {hours: this.chosen}, {signal}),
      api.get('/definitions', {limit: 30}, {signal}),
      mounted ? {items: []} : api.get('/queues', undefined, {signal}),
      this.health(signal),
    ]);
    setServerTime(overview.now);
    return {overview, definitions: definitions.items, more: Boolean(definitions.next), queues: queues.items ?? queues, doctor};
  }

  /** The server looks at itself once a minute for this, not with every execution. */
  health(signal) {
    if (mounted) {
      return undefined;
    }
    if (this.data?.doctor && Date.now() - this.looked < 60000) {
      return this.data.doctor;
    }
    this.looked = Date.now();
    return api.get('/doctor', undefined, {signal}).catch(() => undefined);
  }

  concerns(event) {
    return event.type.startsWith('execution.') || event.type.startsWith('job.') || event.type.startsWith('workflow.')
      || event.type === 'run.started';
  }

  /** Sorts by pending approvals, failures and running executions, then by name. */
  inOrder(definitions) {
    const rank = one => {
      const status = one.recent[0]?.status;
      return one.asks ? 0 : status === 'running' || status === 'held' ? 1 : status === 'failure' || status === 'timeout' ? 2 : 3;
    };
    return [...definitions].sort((a, b) => rank(a) - rank(b) || (a.type < b.type ? 1 : a.type > b.type ? -1 : 0) || (a.definition.name < b.definition.name ? -1 : 1));
  }

  show({overview, definitions, more, queues, doctor}) {
    const {ended} = overview;
    const total = ended.success + ended.failure + ended.cancelled;
    const failing = new Set(overview.failures.map(one => one.name)).size;
    const [first] = overview.approvals;
    const span = this.hours === 24 ? 'today' : this.hours === 168 ? 'in 7 days' : this.hours === 1 ? 'in an hour' : `in ${this.hours} hours`;
    return html`<div class="head"><h1>Overview</h1><div class="actions">
        <label class="sr" for="range">Range</label>
        <select id="range" class="input range" @change=${event => { remember('overview.hours', Number(event.target.value)); choose({hours: event.target.value}); }}>
          ${RANGES.map(([hours, words]) => html`<option value="${hours}" ?selected=${hours === this.hours}>${words}</option>`)}</select>
        ${!mounted && may('operator') ? html`<a class="button primary" href="${base}/new">New</a>` : nothing}</div></div>
      <div class="tiles">
        ${this.tile('running', number(overview.running), 'running', overview.waiting ? `${number(overview.waiting)} waiting, oldest ${length(overview.oldest_waiting)}` : mounted ? 'on all instances' : 'nothing waits for a worker', '/executions?status=running', overview.running > 0)}
        ${this.tile('failure', number(ended.failure), `failed ${span}`, failing ? plural(failing, 'definition') : 'all went well', '/executions?status=failure', ended.failure > 0)}
        ${this.tile('asks', number(overview.approvals.length), overview.approvals.length === 1 ? 'waits for you' : 'wait for you', first ? `${first.name} · ${first.message}` : 'no approval is open', '/approvals', overview.approvals.length > 0)}
        ${this.tile('ink', number(total), `executions ${span}`, total ? `${(Math.floor(1000 * ended.success / total) / 10).toLocaleString('en')} % succeeded` : 'none yet', '/executions', true)}
        ${this.tile('ink', overview.next ? roughly(Math.max(0, (Date.parse(overview.next.time) - now()) / 1000)) : '–', 'to the next fire', overview.next?.name || 'nothing is scheduled', '/calendar', true)}
      </div>
      <section class="card activity" aria-label="Executions, past and to come"><div class="card-head"><h2>Executions, past and to come</h2><span class="small faint">${length(overview.activity.step)} a bar</span></div>${this.activity(overview)}</section>
      <div class="overview-grid">
        <section class="card" aria-label="Workflows and jobs"><div class="card-head"><h2>Workflows and jobs</h2>${more ? html`<a class="small" href="${base}/workflows">all</a>` : nothing}</div>
          ${definitions.length === 0 ? mounted ? empty('Nothing is registered yet', 'Jobs and workflows that the application registers appear here.')
            : empty('Nothing is defined yet', 'Write a job in TOML and see its graph and its next fires beside it.', html`<a class="button primary" href="${base}/new">New</a>`) : html`<div class="scroll-x"><table>
            <thead><tr><th>name</th><th>now</th><th class="desk-only">last 25</th><th class="wide-only">schedule</th><th>next</th><th class="wide-only">usually</th></tr></thead>
            <tbody>${this.inOrder(definitions).map(one => this.row(one))}</tbody></table></div>`}
        </section>
        <div class="stack overview-side">
          <section class="card" aria-label="Failures"><div class="card-head"><h2>Failures</h2>${overview.failures.length ? html`<a class="small" href="${base}/executions?status=failure&status=timeout">all</a>` : nothing}</div>
            ${overview.failures.length === 0 ? html`<p class="soft pad-bottom">None ${span}.</p>` : overview.failures.slice(0, 5).map(one => this.failed(one))}
          </section>
          ${mounted ? nothing : html`<section class="card" aria-label="Capacity"><div class="card-head"><h2>Workers and queues</h2><a class="small" href="${base}/workers">workers</a></div>
            <div class="pad-bottom capacity">
              <div class="row between"><span>${plural(overview.workers.count, 'worker')}</span><span class="soft">${number(overview.workers.running)} of ${number(overview.workers.capacity)} busy ${meter(overview.workers.running / Math.max(1, overview.workers.capacity))}</span></div>
              ${queues.map(queue => html`<div class="row between"><a href="${base}/queues" class="plain">${queue.name}</a><span class="soft">${queue.depth ? `${number(queue.depth)} wait, oldest ${length(queue.age)}` : 'empty'}</span></div>`)}
              ${doctor ? html`<div class="row between"><a href="${base}/doctor" class="plain">Health</a>${badge({ok: 'success', warning: 'pending', error: 'failure'}[doctor.status] || 'success', {ok: 'All is well', warning: 'Needs attention', error: 'Trouble'}[doctor.status] || doctor.status)}</div>` : nothing}
            </div></section>`}
        </div>
      </div>`;
  }

  tile(tone, figure, words, detail, href, strong) {
    return html`<a class="card tile" href="${base}${href}"><span class="figure ${strong ? `ink-${tone}` : 'faint'}">${figure}</span><span>${words}</span><span class="small faint clip">${detail}</span></a>`;
  }

  row({type, definition, recent, usual, asks}) {
    const last = recent[0];
    const status = asks ? 'asks' : definition.paused ? 'paused' : last?.status ?? 'none';
    return html`<tr data-row @click=${event => !event.target.closest('a') && go(`/${type}s/${enc(definition.name)}`)}>
      <td><a class="subject" href="${base}/${type}s/${enc(definition.name)}">${definition.name}</a><span class="title clip">${definition.title || definition.description || definition.kind || type}</span></td>
      <td>${last ? html`<a class="plain" href="${base}/executions/${last.id}">${badge(status)}</a>` : badge(status)}</td>
      <td class="desk-only">${bars(recent)}</td>
      <td class="wide-only nowrap">${schedule(definition.schedule)}</td>
      <td class="nowrap">${definition.paused ? html`<span class="faint">paused</span>` : to(definition.schedule.next_fire)}</td>
      <td class="wide-only nowrap soft">${usual === undefined ? nothing : length(usual)}</td></tr>`;
  }

  failed(one) {
    return html`<article class="failed" data-row><div class="row between"><a class="subject" href="${base}/executions/${one.execution_id}${one.step ? `?step=${enc(one.step)}` : ''}"><b>${one.name}</b>${one.step && one.step !== one.name ? html` <span class="faint">${one.step}</span>` : nothing}</a><span class="small faint nowrap">${since(one.finished)}</span></div>
      <p class="mono failure-ink failed-reason">${one.reason}</p>
      <div class="row small">${one.run_id ? html`<a href="${base}/runs/${one.run_id}">Log</a>` : nothing}<a href="${base}/executions/${one.execution_id}${one.step ? `?step=${enc(one.step)}` : ''}">Why</a>
        ${may('operator') && one.run_id ? html`<button class="link" @click=${() => retryRun({run_id: one.run_id, step: one.step})}>Retry</button>` : nothing}</div></article>`;
  }

  /** Past executions as bars, failures on top; fires to come as outlines behind the line of now. */
  activity({activity, now: at}) {
    const width = Math.max(280, this.width - 34);
    const height = 96;
    const {past, coming} = activity;
    const step = seconds(activity.step) * 1000;
    const from = Date.parse(activity.from);
    const bars = past.length + coming.length - 1;
    const slot = width / bars;
    const most = Math.max(1, ...past.map(one => one.success + one.failure + one.cancelled), ...coming);
    const high = count => (count ? Math.max(3, Math.sqrt(count / most) * (height - 14)) : 0);
    const nowX = (Date.parse(at) - from) / step * slot;
    const wide = Math.max(2, slot - Math.max(2, slot * 0.25));
    const every = [1, 2, 3, 4, 6, 12, 24, 48].find(hours => hours * 3600000 / step * slot > 90) || 48;
    const long = this.hours > 48;
    const ticks = [];
    const first = new Date(from);
    first.setMinutes(0, 0, 0);
    if (every >= 24) {
      first.setHours(0);
    }
    for (let time = first.getTime(); time < from + bars * step; time += (this.hours <= 6 ? this.hours <= 1 ? 900000 : 3600000 : every * 3600000)) {
      if (time >= from) {
        ticks.push([(time - from) / step * slot, long ? day(time) : minute(time)]);
      }
    }
    return html`<svg class="activity-svg" width="${width}" height="${height + 24}" role="img" aria-label="${plural(past.reduce((sum, one) => sum + one.success + one.failure, 0), 'execution')} in the past, ${plural(coming.reduce((a, b) => a + b, 0), 'fire')} to come">
      ${ticks.map(([x, words]) => svg`<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${height}"/><text class="tick" x="${Math.min(x + 3, width - 40)}" y="${height + 15}">${words}</text>`)}
      ${past.map((one, i) => {
        const ok = one.success + one.cancelled;
        const total = ok + one.failure;
        const full = high(total);
        const bad = one.failure ? Math.max(4, full * one.failure / total) : 0;
        const good = Math.max(0, full - bad);
        const x = i * slot + (slot - wide) / 2;
        const title = `${minute(from + i * step)}: ${plural(ok, 'success', 'successes')}${one.failure ? `, ${plural(one.failure, 'failure')}` : ''}`;
        return total ? svg`<g><title>${title}</title>${ok ? svg`<rect class="ok" x="${x}" y="${height - good}" width="${wide}" height="${good}" rx="1.5"/>` : nothing}${one.failure ? svg`<rect class="bad" x="${x}" y="${height - full - (ok ? 1.5 : 0)}" width="${wide}" height="${bad}" rx="1.5"/>` : nothing}</g>` : nothing;
      })}
      ${coming.map((count, i) => {
        const x = (past.length - 1 + i) * slot + (slot - wide) / 2;
        return count && x > nowX - wide / 2 ? svg`<rect class="coming" x="${x + 0.5}" y="${height - high(count) + 0.5}" width="${wide - 1}" height="${high(count) - 1}" rx="1.5"><title>${minute(from + (past.length - 1 + i) * step)}: ${plural(count, 'fire')} to come</title></rect>` : nothing;
      })}
      <line class="base" x1="0" x2="${width}" y1="${height}" y2="${height}"/>
      <line class="now-line" x1="${nowX}" x2="${nowX}" y1="-4" y2="${height}"/><text class="now-word" x="${nowX + 5}" y="8">now</text>
    </svg>`;
  }
}

/** A schedule in words, short. */
export function schedule({text, words}) {
  return text === '@triggered' || !words || /^(only )?(when|on demand|trigger)/i.test(words) ? html`<span class="faint">on demand</span>`
    : html`<span title="${text}">${words.replace(/ \((UTC|Z|Etc\/UTC|GMT)\)$/, '')}</span>`;
}

customElements.define('view-overview', Overview);
