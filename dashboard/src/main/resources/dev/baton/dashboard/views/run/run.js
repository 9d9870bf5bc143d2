import {html, nothing} from 'lit';
import {base, mounted} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose, query} from '../../core/router.js';
import {may, now} from '../../core/store.js';
import {between, definitionOf, length, TRIGGERS} from '../../core/format.js';
import {badge, statusOf, WORDS} from '../../parts/status.js';
import {at, crumbs, facts, json, tabs} from '../../parts/bits.js';
import {approveRun, cancelRun, markRun, retryNow, retryRun} from '../../parts/actions.js';
import '../../parts/log.js';
import '../../parts/why.js';
import '../../parts/children.js';

const OVER = new Set(['success', 'partial', 'failure', 'timeout', 'skipped', 'cancelled']);

/** One run: its log, attempts, output and setup. */
class Run extends View {
  heading() {
    return this.data ? `${this.data.run.job} ${(WORDS[this.data.run.status] || '').toLowerCase()}` : undefined;
  }

  loadKey() {
    return this.subject;
  }

  concerns(event) {
    return event.run_id === this.subject;
  }

  async load(signal) {
    return {run: await api.get(`/runs/${enc(this.subject)}`, undefined, {signal})};
  }

  show({run}) {
    const over = OVER.has(run.status);
    const operator = may('operator');
    const asks = run.setup?.kind === 'approval' && !over && run.attempt > 0;
    const status = asks ? 'asks' : statusOf({...run, asks: undefined});
    const chosen = query().get('tab');
    const isFanout = run.role === 'parent';
    const tab = chosen || (isFanout ? 'items' : 'log');
    const step = {...run, run_id: run.id, asks: asks ? run.reason : undefined};
    const href = id => `/runs/${this.subject}${id === (isFanout ? 'items' : 'log') ? '' : `?tab=${id}`}`;
    const attempt = Number(query().get('attempt')) || undefined;
    return html`<div class="head"><div>
        ${crumbs([definitionOf(run.job), `/executions?name=${enc(definitionOf(run.job))}`], ['execution', `/executions/${run.execution_id}?step=${enc(run.step)}`], ...run.parent_run_id ? [['fan-out', `/runs/${run.parent_run_id}`]] : [])}
        <div class="head-line"><h1>${run.item === undefined ? run.step : typeof run.item === 'string' ? run.item : JSON.stringify(run.item)}</h1>${badge(status)}</div>
        <div class="meta">${run.item === undefined ? nothing : html`<span>item ${run.index + 1} of <b>${run.job}</b></span>`}<span>started by <b>${TRIGGERS[run.trigger] || run.trigger}</b></span>
          ${run.started ? html`<span>${over ? 'took' : 'running for'} <b>${over ? length(between(run.started, run.finished)) || '0 s' : length(Math.floor((now() - Date.parse(run.started)) / 1000))}</b></span>` : nothing}
          ${run.attempt > 1 ? html`<span>attempt <b>${run.attempt}</b></span>` : nothing}
          ${run.exit_code !== undefined && run.exit_code !== null ? html`<span>exit code <b>${run.exit_code}</b></span>` : nothing}
          ${run.worker ? html`<span>on ${mounted ? run.worker.name || run.worker.id : html`<a href="${base}/workers">${run.worker.name || run.worker.id}</a>`}</span>` : nothing}</div></div>
      ${operator ? html`<div class="actions">
        ${asks ? html`<button class="button primary" @click=${() => approveRun(step)}>Answer…</button>` : nothing}
        ${['failure', 'timeout', 'cancelled'].includes(run.status) ? html`<button class="button primary" @click=${() => retryRun(step)}>Retry…</button>` : nothing}
        ${statusOf(run) === 'retry' ? html`<button class="button primary" @click=${() => retryNow(step)}>Retry now</button>` : nothing}
        ${over ? nothing : html`<button class="button" @click=${() => cancelRun(step)}>Cancel…</button>`}
        ${run.status === 'success' || run.status === 'partial' ? nothing : html`<button class="button" @click=${() => markRun(step)}>Mark…</button>`}</div>` : nothing}</div>
      ${tabs(tab, [isFanout && ['items', 'Items'], ['log', 'Log'], ['attempts', 'Attempts'], ['output', 'Output'], ['setup', 'Given']], href)}
      <div class="run-grid">
        ${tab === 'items' ? html`<section class="card pad"><baton-children .run=${run.id} .counts=${run.children} .stamp=${`${run.children?.ended}`}></baton-children></section>`
          : tab === 'attempts' ? this.attempts(run) : tab === 'output' ? this.output(run) : tab === 'setup' ? this.setup(run) : html`<section class="run-log" aria-label="Log">
            ${run.attempts.length > 1 ? html`<div class="chips gap-small" role="group" aria-label="Attempt"><button class="chip" aria-pressed="${!attempt}" @click=${() => choose({attempt: undefined})}>all attempts</button>${run.attempts.map(one => html`<button class="chip" aria-pressed="${attempt === one.number}" @click=${() => choose({attempt: one.number})}>attempt ${one.number}</button>`)}</div>` : nothing}
            <baton-log .run=${run.id} .attempt=${attempt}></baton-log></section>`}
        <section class="card panel why-card" aria-label="Why"><div class="card-section first"><baton-why .run=${run.id} .stamp=${`${run.status}${run.attempt}`}></baton-why></div>
          ${run.error && run.status !== 'success' ? html`<div class="card-section"><h3>${over ? 'Error' : 'The last attempt failed with'}</h3><pre class="error-text mono" tabindex="0">${run.error}</pre></div>` : nothing}
          <div class="card-section">${facts([['started', run.started ? at(run.started) : undefined], ['ended', run.finished ? at(run.finished) : undefined], ['for', at(run.scheduled_time)], ['kind', run.setup?.kind], ['id', html`<span class="mono">${run.id}</span>`]])}</div></section>
      </div>`;
  }

  attempts(run) {
    return html`<section class="card scroll-x"><table><thead><tr><th>attempt</th><th>status</th><th>started</th><th class="number">took</th><th>why</th></tr></thead><tbody>${run.attempts.map(one => html`<tr data-row><td>${one.number}</td><td>${badge(one.status)}</td><td>${at(one.started)}</td><td class="number">${length(between(one.started, one.finished))}</td><td class="soft reason">${one.reason}</td></tr>`)}</tbody></table></section>`;
  }

  output(run) {
    return html`<section class="card pad"><h2>Output</h2><div class="gap-top">${run.output === undefined || run.output === null ? html`<p class="soft">It returned nothing. A process returns values through the file that BATON_OUTPUT names.</p>` : json(run.output)}</div></section>`;
  }

  setup(run) {
    const environment = Object.entries(run.setup?.environment || {});
    return html`<section class="card pad"><h2>What it was given</h2><div class="gap-top">${run.setup ? facts([['kind', run.setup.kind], ['method', run.setup.method], ['address', run.setup.url], ...environment.map(([name, value]) => [name, html`<span class="mono">${value}</span>`])]) : html`<p class="soft">It is not defined any more.</p>`}</div>
      <p class="small faint gap-top">As it is defined now. Secrets are masked; variables of the host are not shown.</p></section>`;
  }
}

customElements.define('view-run', Run);
