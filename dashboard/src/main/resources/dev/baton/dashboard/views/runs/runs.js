import {html, nothing} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api} from '../../core/api.js';
import {choose, go} from '../../core/router.js';
import {now} from '../../core/store.js';
import {between, length, plural} from '../../core/format.js';
import {badge, icon, WORDS} from '../../parts/status.js';
import {at, empty} from '../../parts/bits.js';
import {filterText, parseFilter} from '../../parts/filter.js';

const STATUSES = ['running', 'pending', 'blocked', 'success', 'partial', 'failure', 'timeout', 'skipped', 'cancelled'];
const KEYS = ['job', 'status', 'execution', 'from', 'to'];

/** Runs of all executions. */
class Runs extends View {
  heading() {
    return 'Runs';
  }

  loadKey() {
    return location.search;
  }

  concerns(event) {
    return event.type.startsWith('run.') && event.type !== 'run.progress' && !this.query.get('cursor');
  }

  filter() {
    const {query} = this;
    return Object.fromEntries(KEYS.map(key => [key, query.getAll(key)]).filter(([, values]) => values.length));
  }

  async load(signal) {
    return api.get('/runs', {...this.filter(), limit: 50, cursor: this.query.get('cursor')}, {signal});
  }

  show({items, next}) {
    const {query} = this;
    const statuses = query.getAll('status');
    const filter = this.filter();
    return html`<div class="head"><h1>Runs</h1></div>
      <div class="filters"><input class="input filter-text" type="search" aria-label="Filter" placeholder="job:etl/load status:failure" .value=${filterText(filter)} @change=${event => choose({...Object.fromEntries(KEYS.map(key => [key, undefined])), cursor: undefined, ...parseFilter(event.target.value, KEYS, 'job')}, {replace: false})}>
        <div class="chips">${STATUSES.map(status => html`<button class="chip" aria-pressed="${statuses.includes(status)}" @click=${() => choose({status: statuses.includes(status) ? statuses.filter(one => one !== status) : [...statuses, status], cursor: undefined})}>${icon(status, 14)}${WORDS[status]}</button>`)}
        ${query.get('job') ? html`<button class="chip" aria-pressed="true" @click=${() => choose({job: undefined, cursor: undefined})}>${query.get('job')} ×</button>` : nothing}</div></div>
      ${items.length === 0 ? html`<section class="card">${empty('Nothing fits', 'No run matches this filter.', html`<button class="button" @click=${() => go('/runs')}>Show all</button>`)}</section>` : html`
      <section class="card scroll-x"><table><thead><tr><th>job</th><th>status</th><th class="wide-only">attempt</th><th class="roomy">started</th><th class="number">took</th><th class="wide-only">why</th></tr></thead>
        <tbody>${items.map(run => html`<tr data-row @click=${event => !event.target.closest('a') && go(`/runs/${run.id}`)}><td><a class="subject" href="${base}/runs/${run.id}">${run.job}</a>${run.role ? html`<span class="title">${{parent: 'fan-out', child: `item ${Number(run.id.slice(run.id.lastIndexOf('.') + 1)) + 1} of a fan-out`, reducer: 'reducer'}[run.role]}</span>` : nothing}</td>
          <td>${badge(run.status)}</td><td class="wide-only">${run.attempt || nothing}</td><td class="nowrap roomy">${at(run.started)}</td><td class="number nowrap">${run.finished ? length(between(run.started, run.finished)) : run.started && run.status === 'running' ? length(Math.floor((now() - Date.parse(run.started)) / 1000)) : nothing}</td><td class="wide-only soft reason">${run.reason}</td></tr>`)}</tbody></table>
        <div class="more">${query.get('cursor') ? html`<button class="button" @click=${() => choose({cursor: undefined}, {replace: false})}>Newest</button>` : nothing}<span class="soft small">${plural(items.length, 'run')} on this page</span>${next ? html`<button class="button" @click=${() => { choose({cursor: next}, {replace: false}); document.querySelector('.main').scrollTo(0, 0); }}>Older</button>` : nothing}</div></section>`}`;
  }
}

customElements.define('view-runs', Runs);
