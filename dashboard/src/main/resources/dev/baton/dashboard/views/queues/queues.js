import {html} from 'lit';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {length, number} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {at, empty} from '../../parts/bits.js';

/** What waits for a worker, by queue. */
class Queues extends View {
  heading() {
    return 'Queues';
  }

  connectedCallback() {
    super.connectedCallback();
    this.poll = setInterval(() => !document.hidden && this.reload(), 5000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.poll);
  }

  concerns(event) {
    return event.type === 'run.scheduled' || event.type === 'run.started';
  }

  async load(signal) {
    const [queues, waiting] = await Promise.all([api.get('/queues', undefined, {signal}), api.get('/runs', {status: 'pending', limit: 50}, {signal})]);
    return {queues: queues.items ?? queues, waiting: waiting.items};
  }

  show({queues, waiting}) {
    return html`<div class="head"><h1>Queues</h1></div>
      <section class="card scroll-x"><table><thead><tr><th>queue</th><th>state</th><th class="number">waiting</th><th class="number">oldest</th></tr></thead><tbody>${queues.map(queue => html`<tr data-row><td><b>${queue.name}</b></td><td>${queue.depth ? badge('pending', 'Waiting') : badge('success', 'Empty')}</td><td class="number">${number(queue.depth)}</td><td class="number">${queue.depth ? length(queue.age) : '–'}</td></tr>`)}</tbody></table></section>
      <section class="card gap-top scroll-x"><div class="card-head"><h2>Runs that are ready or wait for a time</h2></div>${waiting.length ? html`<table><thead><tr><th>run</th><th>why it waits</th><th>last started</th></tr></thead><tbody>${waiting.map(run => html`<tr data-row><td><a class="subject" href="/runs/${enc(run.id)}">${run.job}</a></td><td class="soft reason">${run.reason}</td><td>${at(run.started)}</td></tr>`)}</tbody></table>` : empty('Nothing waits', 'Every run that could start has a worker.')}</section>`;
  }
}

customElements.define('view-queues', Queues);
