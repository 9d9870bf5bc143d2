import {html, nothing} from 'lit';
import {base} from '../core/base.js';
import {Part} from '../core/view.js';
import {api, enc} from '../core/api.js';
import {between, length, number} from '../core/format.js';
import {badge, icon, WORDS} from './status.js';
import {at} from './bits.js';
import {childLabel} from './items.js';
import {css} from '../core/css.js';

const ORDER = ['failure', 'timeout', 'running', 'pending', 'blocked', 'success', 'partial', 'skipped', 'cancelled'];

/** The items of a fan-out, or the steps of a workflow in a workflow: counted, filtered, in pages. */
class Children extends Part {
  static properties = {run: {}, counts: {attribute: false}, stamp: {}, compact: {type: Boolean}, status: {state: true}, items: {state: true}, next: {state: true}, failure: {state: true}};

  updated(changes) {
    if (changes.has('run') || changes.has('stamp') || changes.has('status')) {
      this.read();
    }
  }

  async read(more = false) {
    try {
      const page = await api.get(`/runs/${enc(this.run)}/children`, {limit: this.compact ? 20 : 100, status: this.status, cursor: more ? this.next : undefined});
      this.items = more ? [...this.items, ...page.items] : page.items;
      this.next = page.next;
      this.failure = undefined;
    } catch (failure) {
      this.failure = failure.message;
    }
  }

  render() {
    const by = this.counts?.by_status || {};
    const total = this.counts?.total || 0;
    const known = ORDER.filter(status => by[status]);
    return html`<div class="row between"><h2>${this.items?.some(one => one.item !== undefined) || !this.items ? 'Items' : 'Steps'}</h2><span class="small soft">${number(this.counts?.ended || 0)} of ${number(total)} done</span></div>
      <div class="share" role="img" aria-label="${known.map(status => `${by[status]} ${WORDS[status]}`).join(', ')}">${known.map(status => html`<i class="${status}" ${css({'flex-grow': by[status]})}></i>`)}</div>
      <div class="chips gap-small">${known.map(status => html`<button class="chip" aria-pressed="${this.status === status}" @click=${() => { this.status = this.status === status ? undefined : status; }}>${icon(status, 14)}${number(by[status])}<span class="sr">${WORDS[status]}</span></button>`)}</div>
      ${this.failure ? html`<p class="soft">${this.failure}</p>` : nothing}
      ${this.items ? html`<div class="children-scroll ${this.compact ? 'compact' : ''}" tabindex="0" role="group" aria-label="Items"><table><tbody>${this.items.map(child => html`<tr data-row>
        <td><a class="subject" href="${base}/runs/${child.id}">${childLabel(child)}</a>${child.reason && !this.compact ? html`<span class="title">${child.reason}</span>` : nothing}</td>
        <td>${this.compact ? html`<span title="${WORDS[child.status]}${child.reason ? `: ${child.reason}` : ''}">${icon(child.status)}<span class="sr">${WORDS[child.status]}</span></span>` : badge(child.status)}</td>
        ${this.compact ? nothing : html`<td class="nowrap">${at(child.started)}</td>`}<td class="number nowrap soft">${length(between(child.started, child.finished))}</td></tr>`)}</tbody></table>
        ${this.next ? html`<div class="more"><button class="button" @click=${() => this.read(true)}>More</button></div>` : nothing}</div>` : html`<div class="loading small-loading"></div>`}`;
  }
}

customElements.define('baton-children', Children);
