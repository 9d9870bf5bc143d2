import {html, nothing} from 'lit';
import {base, mounted} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose, query} from '../../core/router.js';
import {may} from '../../core/store.js';
import {plural} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {at, empty, to} from '../../parts/bits.js';
import {ask, attempt} from '../../parts/dialog.js';
import {schedule as inWords} from '../overview/overview.js';

const path = name => `/schedules/${enc(name)}`;

/** The schedules that are data: those of one job on its page, or all of them on a page of their own. */
class Schedules extends View {
  heading() {
    return this.subject ? undefined : 'Schedules';
  }

  loadKey() {
    return `${this.subject || ''}|${query().getAll('job')}|${query().get('cursor') || ''}`;
  }

  concerns(event) {
    return event.type.startsWith('job.') || event.type.startsWith('workflow.');
  }

  async load(signal) {
    return api.get('/schedules', {job: this.subject || query().getAll('job'), limit: 50, cursor: query().get('cursor')}, {signal});
  }

  async change(action, words, undo) {
    await attempt(action, words, undo);
    this.reload();
  }

  pause({name}) {
    const resume = () => api.post(`${path(name)}/resume`).then(() => this.reload());
    return this.change(() => api.post(`${path(name)}/pause`), `${name} is paused`, resume);
  }

  resume({name}) {
    return this.change(() => api.post(`${path(name)}/resume`), `${name} is resumed`);
  }

  async remove({name, job}) {
    await ask({
      title: `Remove the schedule ${name}?`,
      preview: html`<p>It starts ${job} no more. Executions that it has started go on.</p>`,
      action: 'Remove',
      danger: true,
      act: () => api.delete(path(name)),
    });
    this.reload();
  }

  show({items, next}) {
    const first = !query().get('cursor');
    if (this.subject) {
      return items.length || !first ? html`<section class="card gap-top scroll-x" aria-label="Schedules"><div class="card-head"><h2>Schedules that start it</h2></div>${this.table(items, next)}</section>` : html``;
    }
    return html`<div class="head"><h1>Schedules</h1>${query().getAll('job').map(job => html`<button class="chip" aria-pressed="true" @click=${() => choose({job: undefined, cursor: undefined})}>${job} ×</button>`)}</div>
      <section class="card scroll-x">${items.length || !first ? this.table(items, next) : empty('No schedules beside those of the definitions', mounted ? 'The application adds one for each tenant, for example, with baton.schedules().put.' : 'A program adds one for each tenant, for example, with baton.schedules().put, and a client of the API with PUT /schedules.')}</section>`;
  }

  table(items, next) {
    return html`<table><thead><tr><th>name</th>${this.subject ? nothing : html`<th>starts</th>`}<th>when</th><th>next</th><th class="wide-only">parameters</th><th><span class="sr">actions</span></th></tr></thead><tbody>${items.map(one => html`<tr data-row>
        <td><b>${one.name}</b></td>${this.subject ? nothing : html`<td>${one.type ? html`<a class="subject" href="${base}/${one.type}s/${enc(one.job)}">${one.job}</a>` : html`<span title="not registered here; it fires where it is">${one.job}</span>`}</td>`}
        <td title="${one.timezone}">${inWords({text: one.schedule, words: one.words})}</td>
        <td class="nowrap">${one.paused ? badge('paused') : one.next_fire ? html`${at(one.next_fire)} <span class="faint small">${to(one.next_fire)}</span>` : html`<span class="faint">never</span>`}</td>
        <td class="wide-only mono small clip">${Object.keys(one.parameters).length ? JSON.stringify(one.parameters).slice(0, 200) : nothing}</td>
        <td class="number nowrap">${may('operator') ? html`${one.paused ? html`<button class="button" @click=${() => this.resume(one)}>Resume</button>` : html`<button class="button" @click=${() => this.pause(one)}>Pause</button>`} <button class="button" @click=${() => this.remove(one)}>Remove…</button>` : nothing}</td></tr>`)}</tbody></table>
      <div class="more">${query().get('cursor') ? html`<button class="button" @click=${() => choose({cursor: undefined}, {replace: false})}>First</button>` : nothing}<span class="soft small">${plural(items.length, 'schedule')} on this page</span>${next ? html`<button class="button" @click=${() => choose({cursor: next}, {replace: false})}>Next</button>` : nothing}</div>`;
  }
}

customElements.define('view-schedules', Schedules);
