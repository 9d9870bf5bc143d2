import {html} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose} from '../../core/router.js';
import {now} from '../../core/store.js';
import {day, minute, number, plural, until} from '../../core/format.js';
import {empty} from '../../parts/bits.js';
import {css} from '../../core/css.js';

/** The future fires: by the hour of the coming days, and as a list. */
class Calendar extends View {
  heading() {
    return 'Calendar';
  }

  loadKey() {
    return location.search;
  }

  concerns(event) {
    return event.type.startsWith('job.') || event.type.startsWith('workflow.');
  }

  get days() {
    return Number(this.query.get('days')) || 3;
  }

  async load(signal) {
    const from = new Date(now());
    const to = new Date(now());
    to.setHours(0, 0, 0, 0);
    to.setDate(to.getDate() + this.days);
    const items = [];
    let cursor;
    do {
      const page = await api.get('/fires', {from: from.toISOString(), to: to.toISOString(), name: this.query.getAll('name'), limit: 1000, cursor}, {signal});
      items.push(...page.items);
      cursor = page.next;
    } while (cursor && items.length < 20000);
    return {items, cut: Boolean(cursor)};
  }

  show({items, cut}) {
    const names = this.query.getAll('name');
    const hour = this.query.get('hour');
    const start = new Date(now());
    start.setHours(0, 0, 0, 0);
    const days = Array.from({length: this.days}, (_, i) => new Date(start.getTime() + i * 86400000));
    const slots = new Map();
    for (const fire of items) {
      const time = new Date(fire.time);
      const key = `${time.toDateString()} ${time.getHours()}`;
      slots.set(key, (slots.get(key) || 0) + 1);
    }
    const most = Math.max(1, ...slots.values());
    const shown = hour ? items.filter(fire => `${new Date(fire.time).toDateString()} ${new Date(fire.time).getHours()}` === hour) : items;
    const all = [...new Set(items.map(fire => fire.name))];
    return html`<div class="head"><h1>Calendar of fires</h1><div class="chips">${[1, 3, 7].map(count => html`<button class="chip" aria-pressed="${this.days === count}" @click=${() => choose({days: count === 3 ? undefined : count, hour: undefined})}>${count === 1 ? 'today' : `${count} days`}</button>`)}</div></div>
      ${items.length === 0 ? html`<section class="card">${empty('Nothing fires', 'Give a job or workflow a schedule, and its fires appear here.')}</section>` : html`
      <div class="filters"><div class="chips">${all.slice(0, 20).map(name => html`<button class="chip" aria-pressed="${names.includes(name)}" @click=${() => choose({name: names.includes(name) ? names.filter(one => one !== name) : [...names, name]})}>${name}</button>`)}</div></div>
      <section class="card scroll-x" aria-label="By hour"><div class="card-head"><h2>Fires by hour</h2><span class="small faint">choose an hour to list it alone</span></div><div class="pad-bottom"><table class="heat"><caption class="sr">Fires by day and hour</caption><thead><tr><th scope="col"><span class="sr">day</span></th>${Array.from({length: 24}, (_, h) => html`<th scope="col">${h % 3 ? html`<span class="sr">${h}</span>` : String(h).padStart(2, '0')}</th>`)}</tr></thead>
        <tbody>${days.map(date => html`<tr><th scope="row">${day(date)}</th>${Array.from({length: 24}, (_, h) => {
          const key = `${date.toDateString()} ${h}`;
          const count = slots.get(key) || 0;
          return html`<td>${count ? html`<button class="heat-cell" aria-pressed="${hour === key}" aria-label="${day(date)} ${h}:00, ${plural(count, 'fire')}" title="${day(date)} ${h}:00, ${plural(count, 'fire')}" @click=${() => choose({hour: hour === key ? undefined : key})}><i ${css({opacity: 0.1 + 0.35 * Math.sqrt(count / most)})}></i><span>${number(count)}</span></button>` : html`<span class="heat-cell none"></span>`}</td>`;
        })}</tr>`)}</tbody></table></div></section>
      <section class="card gap-top scroll-x"><table><thead><tr><th>when</th><th>what</th><th class="number">in</th></tr></thead><tbody>${shown.slice(0, 100).map((fire, i) => html`<tr data-row><td class="nowrap">${shown[i - 1]?.time === fire.time ? html`<span class="sr">${minute(fire.time)}</span>` : html`${day(fire.time)}, ${minute(fire.time)}`}</td><td><a class="subject" href="${base}/${fire.workflow ? 'workflows' : 'jobs'}/${enc(fire.name)}">${fire.name}</a>${fire.schedule ? html` <span class="faint small">${fire.schedule}</span>` : ''}</td><td class="number soft">${until(fire.time, now())}</td></tr>`)}</tbody></table>
        <div class="more soft small">${plural(shown.length, 'fire')}${cut ? ' and more' : ''}${shown.length > 100 ? ', the first 100 listed' : ''}</div></section>`}`;
  }
}

customElements.define('view-calendar', Calendar);
