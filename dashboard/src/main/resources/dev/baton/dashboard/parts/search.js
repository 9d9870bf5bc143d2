import {html, nothing} from 'lit';
import {mounted} from '../core/base.js';
import {Part} from '../core/view.js';
import {api, enc} from '../core/api.js';
import {debounce, may} from '../core/store.js';
import {ago} from '../core/format.js';
import {go} from '../core/router.js';
import {icon} from './status.js';
import {kindIcon} from './kinds.js';

/** The pages of a server of its own, some for one role alone. */
const SERVER = [['Workers', '/workers'], ['Queues', '/queues'], ['Doctor', '/doctor'], ['Audit', '/audit', 'admin'], ['Tokens', '/tokens', 'admin'],
  ['New', '/new']];

const PAGES = [['Overview', '/'], ['Workflows', '/workflows'], ['Jobs', '/jobs'], ['Executions', '/executions'],
  ['Failed executions', '/executions?status=failure'], ['Runs', '/runs'], ['Approvals', '/approvals'], ['Calendar', '/calendar'],
  ['Schedules', '/schedules'], ...mounted ? [] : SERVER];

function address(hit) {
  switch (hit.type) {
    case 'workflow': return `/workflows/${enc(hit.id)}`;
    case 'job': return `/jobs/${enc(hit.id)}`;
    case 'step': return `/workflows/${enc(hit.id.split('/')[0])}?step=${enc(hit.name)}`;
    case 'execution': return `/executions/${hit.id}`;
    default: return `/runs/${hit.id}`;
  }
}

/** Search over everything, and the fastest way to any page. */
class Search extends Part {
  static properties = {shown: {state: true}, text: {state: true}, hits: {state: true}, at: {state: true}};

  constructor() {
    super();
    this.hits = [];
    this.text = '';
    this.at = 0;
    this.soon = debounce(() => this.ask(), 140);
  }

  show() {
    this.shown = true;
    this.text = '';
    this.hits = [];
    this.at = 0;
  }

  close() {
    this.querySelector('dialog')?.close();
    this.shown = false;
  }

  async ask() {
    const text = this.text;
    if (!text.trim()) {
      this.hits = [];
      return;
    }
    try {
      const found = await api.get('/search', {q: text});
      if (text === this.text) {
        this.hits = found.items;
        this.at = 0;
      }
    } catch {
      this.hits = [];
    }
  }

  entries() {
    const wanted = this.text.trim().toLowerCase();
    const pages = PAGES.filter(([words, , role]) => (!role || may(role)) && (!wanted || words.toLowerCase().includes(wanted))).slice(0, wanted ? 3 : 15)
      .map(([words, path]) => ({path, words, detail: 'page', extra: '', glyph: nothing}));
    const hits = this.hits.map(hit => ({
      path: address(hit),
      words: hit.name,
      detail: hit.detail || hit.type,
      extra: hit.time ? ago(hit.time) : hit.type,
      glyph: hit.status ? icon(hit.status) : kindIcon(hit.type === 'workflow' ? 'workflow' : 'shell'),
    }));
    return [...hits, ...pages];
  }

  onKey(event) {
    const entries = this.entries();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.at = (this.at + (event.key === 'ArrowDown' ? 1 : -1) + entries.length) % Math.max(1, entries.length);
      this.updateComplete.then(() => this.querySelector('[aria-selected=true]')?.scrollIntoView({block: 'nearest'}));
    } else if (event.key === 'Enter' && entries[this.at]) {
      event.preventDefault();
      const {path} = entries[this.at];
      this.close();
      go(path);
    }
  }

  updated() {
    const dialog = this.querySelector('dialog');
    if (this.shown && dialog && !dialog.open) {
      dialog.showModal();
      dialog.querySelector('input').focus();
    }
  }

  render() {
    if (!this.shown) {
      return nothing;
    }
    const entries = this.entries();
    return html`<dialog class="search" aria-label="Search" @close=${() => { this.shown = false; }} @click=${event => event.target.tagName === 'DIALOG' && this.close()}>
      <input class="search-input" type="text" role="combobox" aria-expanded="true" aria-controls="search-hits" aria-activedescendant="hit-${this.at}" placeholder="Search jobs, executions, errors…" aria-label="Search"
        @input=${event => { this.text = event.target.value; this.soon(); }} @keydown=${this.onKey}>
      <div id="search-hits" class="search-hits" role="listbox" aria-label="Found">
        ${entries.map((entry, i) => html`<div id="hit-${i}" role="option" aria-selected="${i === this.at}" class="hit" @click=${() => { this.close(); go(entry.path); }} @pointermove=${() => { this.at = i; }}>
          ${entry.glyph}<b>${entry.words}</b><span class="soft clip grow">${entry.detail}</span><span class="faint small nowrap">${entry.extra || nothing}</span></div>`)}
        ${entries.length ? nothing : html`<div class="soft pad" role="option" aria-selected="false">Nothing of that name, id or error.</div>`}
      </div></dialog>`;
  }
}

customElements.define('baton-search', Search);
