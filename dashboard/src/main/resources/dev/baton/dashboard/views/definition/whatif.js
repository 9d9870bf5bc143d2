import {html, nothing} from 'lit';
import {Part} from '../../core/view.js';
import {api} from '../../core/api.js';
import {choose, query} from '../../core/router.js';
import {now} from '../../core/store.js';
import {between, length, plural} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {broad} from '../../parts/drawing.js';
import '../../parts/graph.js';
import '../../parts/timeline.js';

const OUTCOMES = [['success', 'succeeds'], ['failure', 'fails'], ['skipped', 'is skipped']];

/** What if: simulates failed, skipped and slow steps. Nothing is run. */
class WhatIf extends Part {
  static properties = {name: {}, graph: {attribute: false}, spec: {attribute: false}, result: {state: true}, failure: {state: true}, busy: {state: true}, picked: {state: true}};

  connectedCallback() {
    super.connectedCallback();
    this.onAddress = () => this.simulate();
    addEventListener('baton-address', this.onAddress);
    this.simulate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('baton-address', this.onAddress);
  }

  /** What is assumed is in the address: fail=clean&skip=load&slow=extract:10m. */
  assumptions() {
    const chosen = query();
    const all = new Map();
    const add = (step, more) => all.set(step, {...all.get(step), ...more});
    chosen.getAll('fail').forEach(step => add(step, {outcome: 'failure'}));
    chosen.getAll('skip').forEach(step => add(step, {outcome: 'skipped'}));
    chosen.getAll('slow').forEach(entry => add(entry.slice(0, entry.lastIndexOf(':')), {duration: entry.slice(entry.lastIndexOf(':') + 1)}));
    return all;
  }

  async simulate() {
    const assumed = this.assumptions();
    const key = JSON.stringify([...assumed]);
    if (key === this.asked || query().get('tab') !== 'whatif') {
      return;
    }
    this.asked = key;
    this.busy = true;
    try {
      const start = new Date(Math.ceil(now() / 1000) * 1000 + 1000);
      const others = (this.spec.steps || []).filter(step => step.kind === 'workflow').map(step => step.workflow);
      const result = await api.post('/simulate', {
        from: start.toISOString(),
        to: new Date(start.getTime() + 1000).toISOString(),
        only: [...new Set([this.name, ...others])],
        start: [this.name],
        assume: [...assumed].map(([step, more]) => ({job: `${this.name}/${step}`, ...more})),
      });
      this.result = result;
      this.failure = undefined;
    } catch (failure) {
      this.failure = failure;
    }
    this.busy = false;
  }

  /** @param {string} step @param {{outcome?: string, duration?: string}} assumed */
  set(step, {outcome, duration}) {
    const assumed = this.assumptions();
    assumed.set(step, {...assumed.get(step), ...(outcome === undefined ? {} : {outcome}), ...(duration === undefined ? {} : {duration})});
    const entries = [...assumed];
    choose({
      fail: entries.filter(([, one]) => one.outcome === 'failure').map(([name]) => name),
      skip: entries.filter(([, one]) => one.outcome === 'skipped').map(([name]) => name),
      slow: entries.filter(([, one]) => one.duration).map(([name, one]) => `${name}:${one.duration}`),
    });
  }

  render() {
    const assumed = this.assumptions();
    const execution = this.result?.executions.find(one => one.name === this.name && !one.within);
    const rows = execution?.runs.map(run => ({
      run_id: run.job,
      step: run.job.slice(run.job.indexOf('/') + 1),
      job: run.job,
      status: run.status,
      reason: run.reason || undefined,
      attempt: run.attempt,
      started: run.started,
      finished: run.finished ?? run.started,
      ready: undefined,
      attempts: run.started ? [{number: run.attempt, started: run.started, finished: run.finished, status: run.status}] : [],
      critical: true,
    })) ?? [];
    const runs = new Map(rows.map(row => [row.step, row]));
    const plain = this.graph && {...this.graph, nodes: this.graph.nodes.map(({opens, ...node}) => node)};
    const graph = plain && execution ? {...plain, edges: this.graph.edges.map(edge => ({...edge, holds: holds(edge, runs.get(edge.parent))}))} : plain;
    const picked = this.picked ?? [...assumed.keys()][0] ?? this.graph?.nodes[0]?.step;
    const mine = assumed.get(picked) || {};
    return html`<div class="execution-grid graph ${graph && broad(graph) ? 'broad' : ''}" @pick=${event => { this.picked = event.detail; }}>
      <section class="card graph-card" aria-label="What would follow">${graph ? html`<baton-graph .graph=${graph} .runs=${runs} .selected=${picked} .at=${Date.parse(execution?.finished || Date.now())} ?plan=${!execution}></baton-graph>` : nothing}</section>
      <section class="card panel" aria-label="What is assumed"><div class="card-section first"><h2>What if ${picked}…</h2><p class="faint">Nothing is run. Steps take as long as they usually do.</p></div>
        <div class="card-section"><div class="chips">${OUTCOMES.map(([id, words]) => html`<button class="chip" aria-pressed="${(mine.outcome || 'success') === id}" @click=${() => this.set(picked, {outcome: id})}>${words}</button>`)}</div>
          <div class="field gap-top"><label for="slow">takes</label><input id="slow" class="input" placeholder="as long as usual; or 10m, 2h" .value=${mine.duration || ''} @change=${event => this.set(picked, {duration: event.target.value.replaceAll(' ', '')})}></div></div>
        <div class="card-section"><h3>Then</h3>
          ${this.failure ? html`<p class="failure-ink gap-small" role="alert">${this.failure.message}</p>` : execution ? html`<ul class="why-list">
            <li><i class="why-dot ${execution.status === 'success' ? '' : 'pending'}"></i><span>it ends as ${badge(execution.status)} after <b>${length(between(execution.started, execution.finished)) || '0 s'}</b></span></li>
            ${[['success', 'succeed'], ['failure', 'fail'], ['timeout', 'time out'], ['skipped', 'skipped'], ['cancelled', 'cancelled']].map(([status, words]) => {
              const found = rows.filter(row => row.status === status || (status === 'success' && row.status === 'partial'));
              return found.length ? html`<li><i class="why-dot hollow"></i><span><b>${found.length}</b> ${words}: ${found.slice(0, 8).map(row => row.step).join(', ')}${found.length > 8 ? '…' : ''}</span></li>` : nothing;
            })}</ul>` : html`<p class="soft gap-small">${this.busy ? '…' : 'It does not run.'}</p>`}
          ${assumed.size ? html`<div class="actions gap-top"><button class="button" @click=${() => choose({fail: undefined, skip: undefined, slow: undefined})}>Assume nothing</button></div>` : nothing}</div></section>
      ${execution ? html`<section class="card timeline-card" aria-label="Timeline"><div class="card-head"><h2>Timeline</h2><span class="small faint">${plural(rows.filter(row => row.started).length, 'run')}</span></div><div class="timeline-box"><baton-timeline simulated .timeline=${{...execution, created: execution.started, rows}} .selected=${picked}></baton-timeline></div></section>` : nothing}
    </div>`;
  }
}

function holds(edge, parent) {
  if (!parent) {
    return undefined;
  }
  const kind = {success: 'success', partial: 'success', skipped: 'skipped'}[parent.status] || 'failure';
  return edge.conditions.includes(kind) || edge.conditions.includes('complete');
}

customElements.define('workflow-whatif', WhatIf);
