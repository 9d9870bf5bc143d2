import {html, nothing} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {length, number, plural} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {empty} from '../../parts/bits.js';

/** The runs that wait for a worker, by queue. */
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
    const [queues, waiting] = await Promise.all([api.get('/queues', undefined, {signal}), api.get('/runs', {status: 'pending', limit: 200}, {signal})]);
    return {queues: queues.items ?? queues, waiting: waiting.items, more: Boolean(waiting.next)};
  }

  show({queues, waiting, more}) {
    return html`<div class="head"><h1>Queues</h1></div>
      <section class="card scroll-x"><table><thead><tr><th>queue</th><th>state</th><th class="number">waiting</th><th class="number">oldest</th></tr></thead><tbody>${queues.map(queue => html`<tr data-row><td><b>${queue.name}</b></td><td>${queue.depth ? badge('pending', 'Waiting') : badge('success', 'Empty')}</td><td class="number">${number(queue.depth)}</td><td class="number">${queue.depth ? length(queue.age) : '–'}</td></tr>`)}</tbody></table></section>
      <section class="card gap-top scroll-x"><div class="card-head"><h2>What waits, and why</h2></div>${waiting.length ? html`<table><thead><tr><th>job</th><th class="number">runs</th><th>why</th></tr></thead><tbody>${alike(waiting).map(({job, reason, runs}) => html`<tr data-row>
        <td class="nowrap">${runs.length === 1 ? html`<a class="subject" href="${base}/runs/${enc(runs[0].id)}">${job}</a>` : html`<a class="subject" href="${base}/runs?job=${enc(job)}&status=pending">${job}</a>`}</td><td class="number">${number(runs.length)}</td><td class="soft reason">${reason}</td></tr>`)}</tbody></table>${more ? html`<div class="more soft small">the first ${plural(waiting.length, 'run')}; <a href="${base}/runs?status=pending">all</a></div>` : nothing}` : empty('Nothing waits', 'Every run that could start has a worker.')}</section>`;
  }
}

/** Hundreds of items of one fan-out wait for the same thing: that is one line. */
function alike(runs) {
  const lines = new Map();
  for (const run of runs) {
    const key = `${run.job}|${run.reason}`;
    lines.has(key) ? lines.get(key).runs.push(run) : lines.set(key, {job: run.job, reason: run.reason, runs: [run]});
  }
  return [...lines.values()];
}

customElements.define('view-queues', Queues);
