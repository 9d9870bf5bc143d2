import {html, nothing} from 'lit';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {go} from '../../core/router.js';
import {debounce, may, now} from '../../core/store.js';
import {remember, setting} from '../../core/settings.js';
import {moment, plural, until} from '../../core/format.js';
import {badge} from '../../parts/status.js';
import {note} from '../../parts/dialog.js';
import {css} from '../../core/css.js';
import {drawn} from '../definition/definition.js';
import '../../parts/graph.js';

const SAMPLE = `[[workflows]]
id       = "report"
title    = "A first workflow"
schedule = "30 6 * * MON-FRI"
timezone = "Europe/Berlin"

[[workflows.steps]]
id      = "fetch"
command = "echo fetched"

[[workflows.steps]]
id      = "build"
command = "echo built"
after   = ["fetch"]
retry   = { attempts = 3, delay = "10s" }

[[workflows.steps]]
id      = "alert"
command = "echo something failed"
after   = ["fetch:failure", "build:failure"]
join    = "any"
`;

/** A TOML editor with problems at their lines, the graph, the next fires and a simulation. */
class New extends View {
  static properties = {...View.properties, text: {state: true}, draft: {state: true}, scrolled: {state: true}, picked: {state: true}, saving: {state: true}};

  constructor() {
    super();
    this.text = setting('new.text', SAMPLE);
    this.scrolled = 0;
    this.soon = debounce(() => this.reload(), 250);
  }

  heading() {
    return 'New';
  }

  async load(signal) {
    return api.post('/preview', {toml: this.text}, {signal});
  }

  onInput(event) {
    this.text = event.target.value;
    remember('new.text', this.text);
    this.soon();
  }

  /** Simulates the next day with these definitions. */
  async simulate() {
    const from = new Date(now());
    this.simulation = 'busy';
    this.requestUpdate();
    try {
      this.simulation = await api.post('/simulate', {from: from.toISOString(), to: new Date(from.getTime() + 86400000).toISOString(), toml: this.text});
    } catch (refusal) {
      this.simulation = refusal.message;
    }
    this.requestUpdate();
  }

  simulated() {
    const {simulation} = this;
    if (!simulation || typeof simulation === 'string') {
      return simulation && simulation !== 'busy' ? html`<p class="failure-ink gap-top">${simulation}</p>` : nothing;
    }
    const {executions} = simulation;
    return html`<p class="gap-top">${plural(executions.length, 'execution')}, ${plural(executions.reduce((sum, one) => sum + one.runs.length, 0), 'run')}.</p>
      <ol class="fires gap-small">${executions.slice(0, 6).map(one => html`<li class="row between"><span>${one.name}</span><span class="soft">${moment(one.started, now())}</span>${badge(one.status)}</li>`)}</ol>`;
  }

  /** Tab indents; Escape and then Tab leaves the editor. */
  onKey(event) {
    if (event.key === 'Tab' && !event.shiftKey && !this.escaped) {
      event.preventDefault();
      document.execCommand('insertText', false, '  ');
    }
    this.escaped = event.key === 'Escape';
  }

  async save() {
    this.saving = true;
    try {
      for (const one of this.data.definitions) {
        const path = `/${one.type}s`;
        await api.put(`${path}/${enc(one.name)}`, one.spec).catch(async refusal => {
          if (refusal.status === 404 || refusal.status === 405) {
            await api.post(path, one.spec);
          } else {
            throw refusal;
          }
        });
      }
      const [first] = this.data.definitions;
      note(`${plural(this.data.definitions.length, 'definition')} saved`);
      go(`/${first.type}s/${enc(first.name)}`);
    } catch (refusal) {
      note(refusal.message);
    }
    this.saving = false;
  }

  show({problems, definitions}) {
    const lines = this.text.split('\n');
    const wrong = new Map();
    problems.forEach(problem => {
      const line = Number(/(\d+)/.exec(problem.place)?.[1] || 1);
      wrong.set(line, [...wrong.get(line) || [], problem]);
    });
    const shown = definitions.find(one => one.name === this.picked) || definitions[0];
    const admin = may('admin');
    return html`<div class="head"><div><h1>New</h1><p class="soft">Jobs and workflows as a file has them. Nothing is saved until you say so.</p></div>
        <div class="actions"><button class="button" @click=${() => { this.text = SAMPLE; remember('new.text', SAMPLE); this.reload(); }}>Start over</button>
        ${admin ? html`<button class="button primary" ?disabled=${problems.length > 0 || definitions.length === 0 || this.saving} @click=${() => this.save()}>Save</button>` : html`<span class="soft small">an admin can save</span>`}</div></div>
      <div class="new-grid">
        <section class="card editor" aria-label="Editor">
          <div class="editor-box"><div class="gutter" aria-hidden="true" ${css({transform: `translateY(${-this.scrolled}px)`})}>${lines.map((_, i) => html`<span class="${wrong.has(i + 1) ? 'bad' : ''}" title="${wrong.get(i + 1)?.map(one => one.message).join('\n') || ''}">${i + 1}</span>`)}</div>
          <textarea class="mono" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" aria-label="Definitions in TOML" aria-describedby="problems" .value=${this.text} @input=${this.onInput} @keydown=${this.onKey} @scroll=${event => { this.scrolled = event.target.scrollTop; }}></textarea></div>
          <div id="problems" class="problems" role="status">${problems.length ? problems.slice(0, 8).map(problem => html`<button class="problem" @click=${() => this.jump(problem)}><span class="mono faint">${problem.place}</span><span><span class="failure-ink">${problem.message}</span>${problem.hint ? html` <span class="soft">${problem.hint}</span>` : nothing}</span></button>`) : html`<p class="soft">${definitions.length ? badge('success', 'No problems') : 'It defines nothing yet.'}</p>`}</div>
        </section>
        <div class="stack">
          ${shown ? html`
          ${definitions.length > 1 ? html`<div class="chips">${definitions.map(one => html`<button class="chip" aria-pressed="${one === shown}" @click=${() => { this.picked = one.name; }}>${one.name}</button>`)}</div>` : nothing}
          ${shown.graph ? html`<section class="card graph-card" aria-label="Graph"><baton-graph plan .graph=${this.drawnOf(shown)}></baton-graph></section>` : nothing}
          <section class="card pad" aria-label="Simulation"><div class="row between"><h2>The next day, simulated</h2><button class="button" ?disabled=${this.simulation === 'busy'} @click=${() => this.simulate()}>Simulate</button></div>${this.simulated()}</section>
          <section class="card pad" aria-label="Next fires"><div class="row between"><h2>${shown.name}</h2><span class="soft small">${shown.schedule.words}</span></div>
            ${shown.fires.length ? html`<ol class="fires gap-top">${shown.fires.map(fire => html`<li class="row between"><span>${moment(fire, now())}</span><span class="soft">${until(fire, now())}</span></li>`)}</ol>` : html`<p class="soft gap-top">It starts when somebody or something starts it.</p>`}</section>` : html`<section class="card pad soft">Once it can be read, its graph and its next fires stand here.</section>`}
        </div></div>`;
  }

  drawnOf(shown) {
    if (this.drawnFor !== shown) {
      this.drawnFor = shown;
      this.drawnGraph = drawn(shown.graph);
    }
    return this.drawnGraph;
  }

  jump(problem) {
    const line = Number(/(\d+)/.exec(problem.place)?.[1] || 1);
    const area = this.querySelector('textarea');
    const start = this.text.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (this.text.split('\n')[line - 1] || '').length);
  }
}

customElements.define('view-new', New);
