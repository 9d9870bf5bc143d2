import {html, nothing} from 'lit';
import {View} from '../../core/view.js';
import {api} from '../../core/api.js';
import {choose, go} from '../../core/router.js';
import {at, empty, timed} from '../../parts/bits.js';
import {filterText, parseFilter} from '../../parts/filter.js';

const KEYS = ['actor', 'action', 'target', 'from', 'to'];

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}/;

/** The audit log. */
class Audit extends View {
  heading() {
    return 'Audit';
  }

  loadKey() {
    return location.search;
  }

  concerns(event) {
    return !this.query.get('cursor') && (event.type === 'execution.started' || event.type.endsWith('paused') || event.type.endsWith('resumed'));
  }

  filter() {
    return Object.fromEntries(KEYS.map(key => [key, this.query.getAll(key)]).filter(([, values]) => values.length));
  }

  async load(signal) {
    return api.get('/audit', {...this.filter(), limit: 50, cursor: this.query.get('cursor')}, {signal});
  }

  show({items, next}) {
    return html`<div class="head"><h1>Audit</h1></div>
      <div class="filters"><input class="input filter-text" type="search" aria-label="Filter" placeholder="actor:admin action:jobs.pause target:etl" .value=${filterText(this.filter())} @change=${event => choose({...Object.fromEntries(KEYS.map(key => [key, undefined])), cursor: undefined, ...parseFilter(event.target.value, KEYS, 'target')}, {replace: false})}></div>
      ${items.length === 0 ? html`<section class="card">${empty('Nothing here', 'Every change through the API or this dashboard appears here, with its author and reason.', html`<button class="button" @click=${() => go('/audit')}>Show all</button>`)}</section>` : html`<section class="card scroll-x"><table><thead><tr><th>when</th><th>who</th><th>what</th><th>to what</th><th class="wide-only">about it</th></tr></thead><tbody>
        ${items.map(({time, actor, action, target, detail, address}) => {
          const {status, reason, ...rest} = detail || {};
          const more = Object.entries(rest).map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`).join(', ');
          return html`<tr data-row><td class="nowrap">${at(time)}</td><td><button class="link" @click=${() => choose({actor, cursor: undefined})}>${actor}</button><span class="title">${address}</span></td><td class="nowrap mono">${action}${status >= 400 ? html` <span class="failure-ink">refused (${status})</span>` : nothing}</td><td class="reason mono" title="${target}">${ID.test(target || '') ? html`<span class="clip target">${target}</span>` : target}</td><td class="wide-only soft reason">${reason ? html`“${reason}” ` : nothing}${timed(more)}</td></tr>`;
        })}</tbody></table><div class="more">${this.query.get('cursor') ? html`<button class="button" @click=${() => choose({cursor: undefined}, {replace: false})}>Newest</button>` : nothing}${next ? html`<button class="button" @click=${() => choose({cursor: next}, {replace: false})}>Older</button>` : html`<span class="soft small">that is all</span>`}</div></section>`}`;
  }
}

customElements.define('view-audit', Audit);
