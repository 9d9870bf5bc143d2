import {html, nothing} from 'lit';
import {base, mounted} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose, go} from '../../core/router.js';
import {may} from '../../core/store.js';
import {length} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {bars, empty, to} from '../../parts/bits.js';
import {bulk, trigger} from '../../parts/actions.js';
import {schedule} from '../overview/overview.js';

/** All workflows, or all jobs. */
class Definitions extends View {
  static properties = {...View.properties, chosen: {state: true}, pages: {state: true}};

  constructor() {
    super();
    this.chosen = new Set();
    this.pace = 700;
  }

  get type() {
    return this.options?.type || 'workflow';
  }

  heading() {
    return this.type === 'job' ? 'Jobs' : 'Workflows';
  }

  loadKey() {
    return `${this.type}|${this.query}`;
  }

  concerns(event) {
    return event.type.startsWith('execution.') || event.type.startsWith(`${this.type}.`);
  }

  async load(signal) {
    const {query} = this;
    const items = [];
    let cursor;
    do {
      const page = await api.get('/definitions', {type: this.type, q: query.get('q'), tag: query.get('tag'), paused: query.get('paused'), limit: 100, cursor}, {signal});
      items.push(...page.items);
      cursor = page.next;
    } while (cursor && items.length < (this.wanted || 100));
    return {items, more: Boolean(cursor)};
  }

  show({items, more}) {
    const {query} = this;
    const operator = may('operator');
    const narrowed = query.get('q') || query.get('tag') || query.get('paused');
    const tags = [...new Set(items.flatMap(one => one.definition.tags))];
    return html`<div class="head"><h1>${this.heading()}</h1><div class="actions">${operator && !mounted ? html`<a class="button primary" href="${base}/new">New</a>` : nothing}</div></div>
      <div class="filters"><input class="input" type="search" placeholder="Filter by name, title or tag" aria-label="Filter" .value=${query.get('q') || ''} @input=${event => choose({q: event.target.value})}>
        <div class="chips"><button class="chip" aria-pressed="${query.get('paused') === 'true'}" @click=${() => choose({paused: query.get('paused') ? undefined : 'true'})}>paused</button>
        ${tags.slice(0, 12).map(tag => html`<button class="chip" aria-pressed="${query.get('tag') === tag}" @click=${() => choose({tag: query.get('tag') === tag ? undefined : tag})}>${tag}</button>`)}</div></div>
      ${items.length === 0 ? html`<section class="card">${narrowed ? empty('Nothing fits', 'No definition has this in its name, title or tags.', html`<button class="button" @click=${() => go(`/${this.type}s`)}>Show all</button>`)
        : mounted ? empty(`No ${this.type}s yet`, `A ${this.type} that the application registers appears here.`)
        : empty(`No ${this.type}s yet`, `A ${this.type} is a few lines of TOML: in the file, or here.`, html`<a class="button primary" href="${base}/new">New</a>`)}</section>` : html`
      <section class="card scroll-x"><table>
        <thead><tr>${operator ? html`<th class="check-cell"><span class="sr">choose</span></th>` : nothing}<th>name</th><th>now</th><th class="desk-only">last 25</th><th class="wide-only">schedule</th><th>next</th><th class="wide-only">usually</th>${operator ? html`<th><span class="sr">start</span></th>` : nothing}</tr></thead>
        <tbody>${items.map(one => this.row(one, operator))}</tbody></table>
        ${more ? html`<div class="more"><button class="button" @click=${() => { this.wanted = items.length + 100; this.reload(); }}>More</button></div>` : nothing}</section>
      ${this.chosen.size ? html`<div class="bulk-bar" role="group" aria-label="Do to all chosen"><span>${this.chosen.size} chosen</span>
        <button class="button" @click=${() => this.all('pause')}>Pause…</button><button class="button" @click=${() => this.all('resume')}>Resume…</button><button class="button" @click=${() => { this.chosen = new Set(); }}>None</button></div>` : nothing}`}`;
  }

  async all(action) {
    if (await bulk(action, [...this.chosen], {names: true})) {
      this.chosen = new Set();
      this.reload();
    }
  }

  row({type, definition, recent, usual, asks, pause}, operator) {
    const last = recent[0];
    const status = asks ? 'asks' : definition.paused ? 'paused' : last?.status ?? 'none';
    const path = `/${type}s/${enc(definition.name)}`;
    return html`<tr data-row @click=${event => !event.target.closest('a, button, input') && go(path)}>
      ${operator ? html`<td class="check-cell"><input type="checkbox" aria-label="choose ${definition.name}" .checked=${this.chosen.has(definition.name)} @change=${event => {
        const next = new Set(this.chosen);
        next[event.target.checked ? 'add' : 'delete'](definition.name);
        this.chosen = next;
      }}></td>` : nothing}
      <td><a class="subject" href="${base}${path}">${definition.name}</a><span class="title">${definition.title || definition.description || definition.kind || `${definition.steps} steps`}</span></td>
      <td>${last ? html`<a class="plain" href="${base}/executions/${last.id}">${badge(status)}</a>` : badge(status)}${pause?.reason ? html`<span class="title clip">${pause.reason}</span>` : nothing}</td>
      <td class="desk-only">${bars(recent)}</td><td class="wide-only nowrap">${schedule(definition.schedule)}</td><td class="nowrap">${definition.paused ? nothing : to(definition.schedule.next_fire)}</td>
      <td class="wide-only nowrap soft">${usual === undefined ? nothing : length(usual)}</td>
      ${operator ? html`<td class="number"><button class="button" aria-label="Start ${definition.name}" @click=${() => this.start(definition.name)}>Start…</button></td>` : nothing}</tr>`;
  }

  async start(name) {
    const {spec} = await api.get(`/${this.type}s/${enc(name)}`);
    trigger(this.type, name, spec.parameters || {});
  }
}

customElements.define('view-definitions', Definitions);
