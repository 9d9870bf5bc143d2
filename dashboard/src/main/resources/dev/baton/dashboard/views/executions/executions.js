import {html, nothing} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api} from '../../core/api.js';
import {choose, go} from '../../core/router.js';
import {may, now} from '../../core/store.js';
import {between, length, plural, shortId, TRIGGERS} from '../../core/format.js';
import {badge, icon, WORDS} from '../../parts/status.js';
import {at, empty} from '../../parts/bits.js';
import {bulk} from '../../parts/actions.js';
import {filterText, parseFilter} from '../../parts/filter.js';

const STATUSES = ['running', 'held', 'success', 'partial', 'failure', 'timeout', 'cancelled', 'skipped'];
const KEYS = ['name', 'status', 'trigger', 'from', 'to', 'nested'];

/** Executions, active and ended, in pages that cost the same at their end; filters as text and as chips, in the address. */
class Executions extends View {
  static properties = {...View.properties, chosen: {state: true}};

  constructor() {
    super();
    this.chosen = new Set();
    this.pace = 500;
  }

  heading() {
    return 'Executions';
  }

  loadKey() {
    return location.search;
  }

  concerns(event) {
    return event.type.startsWith('execution.') && !this.query.get('cursor') && !this.query.get('order');
  }

  filter() {
    const {query} = this;
    return Object.fromEntries(KEYS.map(key => [key, query.getAll(key)]).filter(([, values]) => values.length));
  }

  async load(signal) {
    return api.get('/executions', {...this.filter(), limit: 50, cursor: this.query.get('cursor'), order: this.query.get('order')}, {signal});
  }

  show({items, next}) {
    const {query} = this;
    const operator = may('operator');
    const statuses = query.getAll('status');
    const filter = this.filter();
    const back = query.get('order') === 'oldest';
    return html`<div class="head"><h1>Executions</h1></div>
      <div class="filters"><input class="input filter-text" type="search" aria-label="Filter" placeholder="name:etl status:failure trigger:backfill" .value=${filterText(filter)} @change=${event => choose({...Object.fromEntries(KEYS.map(key => [key, undefined])), cursor: undefined, ...parseFilter(event.target.value, KEYS, 'name')}, {replace: false})}>
        <div class="chips">${STATUSES.map(status => html`<button class="chip" aria-pressed="${statuses.includes(status)}" @click=${() => choose({status: statuses.includes(status) ? statuses.filter(one => one !== status) : [...statuses, status], cursor: undefined})}>${icon(status, 14)}${WORDS[status]}</button>`)}
        ${query.get('name') ? html`<button class="chip" aria-pressed="true" @click=${() => choose({name: undefined, cursor: undefined})}>${query.get('name')} ×</button>` : nothing}
        ${query.get('trigger') ? html`<button class="chip" aria-pressed="true" @click=${() => choose({trigger: undefined, cursor: undefined})}>by ${query.get('trigger')} ×</button>` : nothing}</div></div>
      ${items.length === 0 ? html`<section class="card">${Object.keys(filter).length ? empty('Nothing fits', 'No execution matches this filter.', html`<button class="button" @click=${() => go('/executions')}>Show all</button>`) : empty('Nothing has run yet', 'Start a workflow or a job, or wait for its schedule.', html`<a class="button primary" href="${base}/workflows">Workflows</a>`)}</section>` : html`
      <section class="card scroll-x"><table><thead><tr>${operator ? html`<th class="check-cell"><input type="checkbox" aria-label="choose all" .checked=${this.chosen.size >= items.length} @change=${event => { this.chosen = new Set(event.target.checked ? items.map(one => one.id) : []); }}></th>` : nothing}<th>name</th><th>status</th><th class="wide-only">started by</th><th>began</th><th class="number">took</th><th class="wide-only">id</th></tr></thead>
        <tbody>${items.map(one => html`<tr data-row @click=${event => !event.target.closest('a, input') && go(`/executions/${one.id}`)}>
          ${operator ? html`<td class="check-cell"><input type="checkbox" aria-label="choose the execution of ${one.name} ${shortId(one.id)}" .checked=${this.chosen.has(one.id)} @change=${event => { const chosen = new Set(this.chosen); chosen[event.target.checked ? 'add' : 'delete'](one.id); this.chosen = chosen; }}></td>` : nothing}
          <td><a class="subject" href="${base}/executions/${one.id}">${one.name}</a></td><td>${badge(one.status)}</td><td class="wide-only soft">${TRIGGERS[one.trigger] || one.trigger}</td>
          <td class="nowrap">${at(one.started || one.created)}</td><td class="number nowrap">${one.finished ? length(between(one.started, one.finished)) : one.started ? length(Math.floor((now() - Date.parse(one.started)) / 1000)) : nothing}</td>
          <td class="wide-only mono faint" title="${one.id}">${shortId(one.id)}</td></tr>`)}</tbody></table>
        <div class="more">${query.get('cursor') || back ? html`<button class="button" @click=${() => this.turn({order: undefined, cursor: undefined})}>Newest</button>` : nothing}${next && back ? html`<button class="button" @click=${() => this.turn({cursor: next})}>Newer</button>` : nothing}
          <span class="soft small">${plural(items.length, 'execution')} on this page${back ? ', the oldest first' : ''}</span>
          ${next && !back ? html`<button class="button" @click=${() => this.turn({cursor: next})}>Older</button><button class="button" @click=${() => this.turn({order: 'oldest', cursor: undefined})}>Oldest</button>` : nothing}</div></section>
      ${this.chosen.size ? html`<div class="bulk-bar" role="group" aria-label="Do to all chosen"><span>${this.chosen.size} chosen</span>
        ${['cancel', 'retry', 'hold', 'release'].map(action => html`<button class="button" @click=${() => this.all(action)}>${action[0].toUpperCase() + action.slice(1)}…</button>`)}<button class="button" @click=${() => { this.chosen = new Set(); }}>None</button></div>` : nothing}`}`;
  }

  /** Another page, from its top. */
  turn(place) {
    choose(place, {replace: false});
    document.querySelector('.main').scrollTo(0, 0);
  }

  async all(action) {
    if (await bulk(action, [...this.chosen])) {
      this.chosen = new Set();
      this.reload();
    }
  }
}

customElements.define('view-executions', Executions);
