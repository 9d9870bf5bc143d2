import {html, nothing} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {choose, query} from '../../core/router.js';
import {may, now} from '../../core/store.js';
import {length, moment, seconds, shortId} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {at, crumbs, empty, facts, json, since, tabs, to} from '../../parts/bits.js';
import {menu} from '../../parts/dialog.js';
import {backfill, pause, resume, trigger} from '../../parts/actions.js';
import {opened} from '../../parts/drawing.js';
import {schedule} from '../overview/overview.js';
import '../../parts/graph.js';
import '../../parts/grid.js';
import '../../parts/chart.js';
import './whatif.js';
import '../schedules/schedules.js';

/** A workflow or a job: its graph, its history by step, its next fires and its actions. */
class Definition extends View {
  get type() {
    return this.options?.type || 'workflow';
  }

  get path() {
    return `/${this.type}s/${enc(this.subject)}`;
  }

  heading() {
    return this.subject;
  }

  get tab() {
    return query().get('tab') || (this.type === 'workflow' ? 'graph' : 'history');
  }

  loadKey() {
    return `${this.type}|${this.subject}|${query().get('last') || ''}|${query().getAll('open')}`;
  }

  concerns(event) {
    return (event.name === this.subject || event.name?.startsWith(`${this.subject}/`)) && event.type !== 'run.progress';
  }

  async load(signal) {
    const workflow = this.type === 'workflow';
    const last = Number(query().get('last')) || 25;
    const [detail, summaries, graph, grid] = await Promise.all([
      api.get(this.path, undefined, {signal}),
      api.get('/definitions', {name: this.subject, recent: 100}, {signal}),
      workflow ? this.data?.whole ?? api.get(`${this.path}/graph`, undefined, {signal}) : undefined,
      workflow ? api.get(`${this.path}/grid`, {limit: last}, {signal}) : undefined,
    ]);
    const whole = graph && (graph.drawn ? graph : drawn(graph));
    return {detail, summary: summaries.items[0], grid, whole, graph: whole && await this.withOpened(whole, detail.spec, signal)};
  }

  /** The graph with the workflows in it that were opened, which come in the address before what is inside them. */
  async withOpened(whole, spec, signal) {
    let all = whole;
    const specs = new Map([['', spec]]);
    for (const step of query().getAll('open')) {
      const cut = step.lastIndexOf('/');
      const name = specs.get(step.slice(0, Math.max(0, cut)))?.steps?.find(one => one.id === step.slice(cut + 1))?.workflow;
      if (name) {
        const [inner, graph] = await Promise.all([api.get(`/workflows/${enc(name)}`, undefined, {signal}), api.get(`/workflows/${enc(name)}/graph`, undefined, {signal})]);
        specs.set(step, inner.spec);
        all = opened(all, step, drawn(graph));
      }
    }
    return all;
  }

  toggle(step) {
    const open = query().getAll('open');
    choose({open: open.includes(step) ? open.filter(one => one !== step && !one.startsWith(`${step}/`)) : [...open, step]});
  }

  show({detail, summary, whole, graph, grid}) {
    const {definition, spec} = detail;
    const operator = may('operator');
    const recent = summary?.recent ?? [];
    const status = summary?.asks ? 'asks' : definition.paused ? 'paused' : recent[0]?.status ?? 'none';
    const workflow = this.type === 'workflow';
    const href = id => `${this.path}${id === (workflow ? 'graph' : 'history') ? '' : `?tab=${id}`}`;
    return html`<div class="head"><div>
        ${crumbs([workflow ? 'Workflows' : 'Jobs', `/${this.type}s`])}
        <div class="head-line"><h1>${definition.name}</h1>${recent[0] ? html`<a class="plain" href="${base}/executions/${recent[0].id}">${badge(status)}</a>` : badge(status)}</div>
        <div class="meta">${definition.title || definition.description ? html`<span>${definition.title || definition.description}</span>` : nothing}<span>${schedule(definition.schedule)}</span>
          ${definition.paused ? nothing : definition.schedule.next_fire ? html`<span>next <b>${to(definition.schedule.next_fire)}</b></span>` : nothing}
          ${summary?.usual ? html`<span>usually <b>${length(summary.usual)}</b></span>` : nothing}
          ${definition.tags.map(tag => html`<a class="faint" href="${base}/${this.type}s?tag=${enc(tag)}">#${tag}</a>`)}</div>
        ${definition.paused ? html`<p class="paused-note">Paused${summary?.pause ? html` by <b>${summary.pause.by}</b> ${since(summary.pause.time)}${summary.pause.reason ? html`: ${summary.pause.reason}` : nothing}` : nothing}. It starts nothing until it is resumed.</p>` : nothing}
      </div>
      ${operator ? html`<div class="actions">${definition.paused ? html`<button class="button" @click=${() => resume(this.type, this.subject)}>Resume</button>` : html`<button class="button" @click=${() => pause(this.type, this.subject)}>Pause…</button>`}
        <button class="button primary" @click=${() => trigger(this.type, this.subject, spec.parameters || {})}>Start…</button>
        ${menu('···', [['Backfill…', () => backfill(this.type, this.subject), !definition.schedule.next_fire], ['All executions', () => document.location.assign(`${base}/executions?name=${enc(this.subject)}`)]], {title: 'More actions'})}</div>` : nothing}</div>
      ${tabs(this.tab, [workflow && ['graph', 'Graph'], ['history', 'History'], ['durations', 'Durations'], ['fires', 'Next fires'], workflow && ['whatif', 'What if'], ['definition', 'Definition']], href)}
      ${this.pane(detail, recent, this.tab === 'whatif' ? whole : graph, grid)}`;
  }

  pane(detail, recent, graph, grid) {
    switch (this.tab) {
      case 'history': return this.history(detail, recent, grid);
      case 'durations': return this.durations(recent);
      case 'fires': return this.fires(detail);
      case 'whatif': return html`<workflow-whatif .name=${this.subject} .graph=${graph} .spec=${detail.spec}></workflow-whatif>`;
      case 'definition': return this.definition(detail);
      default: return this.graph(detail, recent, graph, grid);
    }
  }

  graph({spec}, recent, graph, grid) {
    const chosen = query().get('step');
    const step = spec.steps?.find(one => one.id === chosen);
    return html`<div class="stack"><div class="execution-grid graph ${step ? '' : 'single'}" @pick=${event => choose({step: event.detail === chosen ? undefined : event.detail})} @open=${event => this.toggle(event.detail)}>
        <section class="card graph-card" aria-label="Graph"><baton-graph plan .graph=${graph} .selected=${chosen} .look=${query().get('look') ?? undefined} @look=${event => choose({look: event.detail})}></baton-graph></section>
        ${step ? html`<section class="card panel" aria-label="Step ${step.id}"><div class="card-section first"><h2>${step.id}</h2><p class="faint">${step.kind || 'shell'}${step.after?.length ? ` · after ${step.after.join(', ')}` : ''}</p></div>
          <div class="card-section">${json(step)}</div><div class="card-section"><div class="actions"><a class="button" href="${base}/workflows/${enc(this.subject)}?tab=whatif&fail=${enc(step.id)}">What if it fails?</a><a class="button" href="${base}/runs?job=${enc(`${this.subject}/${step.id}`)}">Its runs</a></div></div></section>` : nothing}</div>
      <section class="card" aria-label="Last executions by step"><div class="card-head"><h2>Last executions by step</h2><span class="small faint">newest right</span></div><div class="pad-bottom"><baton-grid .grid=${grid}></baton-grid></div></section></div>`;
  }

  history({window}, recent, grid) {
    return html`<div class="stack">
      ${window ? html`<section class="card pad" aria-label="Window"><h2>What it looks at</h2><div class="chips gap-top">${window.map(one => html`<a class="window-badge" href="${base}${one.execution_id ? `/executions/${one.execution_id}` : `/jobs/${enc(one.name)}`}">${badge(one.status === 'missing' ? 'none' : one.status, one.name)}<span class="small faint">${one.status === 'missing' ? 'nothing in the window' : one.holds ? 'holds' : 'does not hold'}${one.finished ? html`, ${since(one.finished)}` : nothing}</span></a>`)}</div></section>` : nothing}
      ${grid ? html`<section class="card" aria-label="Grid"><div class="card-head"><h2>Executions by step</h2><div class="chips">${[25, 50, 100].map(last => html`<button class="chip" aria-pressed="${(Number(query().get('last')) || 25) === last}" @click=${() => choose({last: last === 25 ? undefined : last})}>${last}</button>`)}</div></div><div class="pad-bottom"><baton-grid .grid=${grid} tall></baton-grid></div></section>` : nothing}
      <section class="card scroll-x" aria-label="Executions"><table><thead><tr><th>began</th><th>status</th><th class="number">took</th><th class="number wide-only">id</th></tr></thead><tbody>
        ${recent.slice(0, 50).map(one => html`<tr data-row><td class="nowrap"><a class="subject" href="${base}/executions/${one.id}">${at(one.started || one.created)}</a></td><td>${badge(one.status)}</td><td class="number nowrap">${one.duration ? length(one.duration) : nothing}</td><td class="number mono faint wide-only" title="${one.id}">${shortId(one.id)}</td></tr>`)}</tbody></table>
        ${recent.length === 0 ? empty('It has never run', 'Start it by hand, or wait for its schedule.') : html`<div class="more"><a href="${base}/executions?name=${enc(this.subject)}">All executions</a></div>`}</section></div>`;
  }

  durations(recent) {
    const ended = recent.filter(one => one.duration !== undefined).reverse();
    if (ended.length < 2) {
      return html`<section class="card">${empty('Too few executions', 'After two executions that ended, their lengths are drawn here.')}</section>`;
    }
    const lengths = ended.map(one => seconds(one.duration)).sort((a, b) => a - b);
    const share = part => lengths[Math.min(lengths.length - 1, Math.floor(part * lengths.length))];
    return html`<section class="card" aria-label="Durations"><div class="card-head"><h2>How long it took</h2><span class="soft small">half of them ${length(share(0.5))} or less, 95 % ${length(share(0.95))}, the longest ${length(lengths.at(-1))}</span></div>
      <div class="pad-bottom"><baton-chart .points=${ended.map(one => ({time: Date.parse(one.started || one.created), value: seconds(one.duration), status: one.status, id: one.id}))}></baton-chart></div></section>`;
  }

  fires({next_fires: fires, definition}) {
    return html`<section class="card pad"><h2>Next fires</h2>
      ${fires.length === 0 ? html`<p class="soft gap-top">${definition.paused ? 'It is paused.' : 'It has no schedule of its own: it starts when a person, a workflow, a program or another schedule starts it.'}</p>`
        : html`<ol class="fires gap-top">${fires.map(fire => html`<li class="row between"><span>${moment(fire, now())}</span><span class="soft">${to(fire)}</span></li>`)}</ol><p class="small faint gap-top">${definition.schedule.text} · ${definition.schedule.timezone} · <a href="${base}/calendar?name=${enc(this.subject)}">calendar</a></p>`}</section><view-schedules .subject=${this.subject}></view-schedules>`;
  }

  definition({spec, definition, version, changed_by: by, changed_at: when, place}) {
    return html`<section class="card pad"><div class="row between wrap"><h2>Definition</h2><span class="small faint">${definition.source === 'file' ? html`from the file${place ? html` <span class="mono">${place}</span>` : nothing}; edit it there, the server reloads it` : html`made through the API by ${by}, version ${version}, ${at(when)}`}</span></div>
      <div class="gap-top">${facts([['schedule', definition.schedule.text], ['zone', definition.schedule.timezone], ['steps', definition.steps], ['kind', definition.kind]])}</div><div class="gap-top">${json(spec)}</div></section>`;
  }
}

/** The server's drawing. An edge without a line is implied: the final step comes after every other. */
export function drawn(graph) {
  return {
    drawn: true,
    width: graph.width,
    height: graph.height,
    nodes: graph.nodes.map(node => ({step: node.step, box: node.position, last: node.last, kind: node.kind, join: node.join, opens: node.kind === 'workflow'})),
    edges: graph.edges.filter(edge => !edge.implied),
  };
}

customElements.define('view-definition', Definition);
