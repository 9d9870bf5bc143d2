import {html, nothing} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {may, now} from '../../core/store.js';
import {ago, length, plural} from '../../core/format.js';
import {badge, icon} from '../../parts/status.js';
import {at, empty, meter} from '../../parts/bits.js';
import {ask, attempt} from '../../parts/dialog.js';

/** Workers and their runs. */
class Workers extends View {
  heading() {
    return 'Workers';
  }

  concerns(event) {
    return event.type.startsWith('worker.') || event.type === 'run.started' || event.type === 'run.finished';
  }

  async load(signal) {
    const [{items}, runs] = await Promise.all([api.get('/workers', undefined, {signal}), api.get('/runs', {status: 'running', limit: 200}, {signal})]);
    return {items, runs: new Map(runs.items.map(run => [run.id, run]))};
  }

  drain(worker) {
    return ask({
      title: `Drain ${worker.name}?`,
      preview: html`<p>It takes no more runs until you resume it or its process is started again. ${worker.running.length ? `It finishes the ${plural(worker.running.length, 'run')} that it has.` : 'It has no run to finish.'}</p>`,
      action: 'Drain',
      act: () => api.post(`/workers/${enc(worker.id)}/drain`),
    });
  }

  resume(worker) {
    return attempt(() => api.post(`/workers/${enc(worker.id)}/resume`), `${worker.name} takes runs again`,
      () => api.post(`/workers/${enc(worker.id)}/drain`));
  }

  show({items, runs}) {
    return html`<div class="head"><h1>Workers</h1></div>
      ${items.length === 0 ? html`<section class="card">${empty('No worker', 'Nothing can run. Turn on the worker in the server\'s configuration, or start one with "baton worker".')}</section>` : html`<div class="stack">${items.map(worker => {
        const silent = now() - Date.parse(worker.seen) > 60000 && !worker.local;
        return html`<section class="card" data-row aria-label="Worker ${worker.name}"><div class="card-head wrap"><div class="row wrap"><h2>${worker.name}</h2>${worker.draining ? badge('held', 'Draining') : silent ? badge('pending', 'Silent') : badge('success', 'Ready')}
            <span class="soft small">${worker.local ? 'in the server' : `seen ${ago(worker.seen, now())}`} · ${worker.kinds.join(', ')}${worker.queues.length ? ` · queues ${worker.queues.join(', ')}` : ''}${worker.labels.length ? ` · ${worker.labels.join(', ')}` : ''}</span></div>
          <div class="row"><span class="soft">${worker.running.length} of ${worker.capacity}</span>${meter(worker.running.length / Math.max(1, worker.capacity))}${!may('operator') ? nothing : worker.draining ? html`<button class="button" @click=${() => this.resume(worker)}>Resume</button>` : html`<button class="button" @click=${() => this.drain(worker)}>Drain…</button>`}</div></div>
          ${worker.running.length ? html`<div class="scroll-x"><table><tbody>${worker.running.map(id => {
            const run = runs.get(id);
            return html`<tr><td>${icon('running')} <a class="subject" href="${base}/runs/${id}">${run?.job || id}</a></td><td class="soft">${run?.role === 'child' ? `item ${Number(id.slice(id.lastIndexOf('.') + 1)) + 1}` : nothing}</td><td class="number soft">${run?.started ? html`for ${length(Math.max(0, Math.floor((now() - Date.parse(run.started)) / 1000)))}` : nothing}</td></tr>`;
          })}</tbody></table></div>` : html`<p class="soft pad-bottom">Idle. Came ${at(worker.since)}, version ${worker.version || '–'}.</p>`}</section>`;
      })}</div>`}`;
  }
}

customElements.define('view-workers', Workers);
