import {html, nothing} from 'lit';
import {base, mounted} from './core/base.js';
import {Part} from './core/view.js';
import {match} from './core/router.js';
import {setTheme, setting} from './core/settings.js';
import {may, refreshBadges, retryConnection, start, store, watch} from './core/store.js';
import {ago, zoneName} from './core/format.js';
import {api} from './core/api.js';
import {favicon} from './parts/status.js';
import {menu} from './parts/dialog.js';
import './parts/search.js';
import {keys} from './core/keys.js';

/** The pages of a server of its own. Inside an application, bodies run in it, and code defines its jobs. */
const SERVER = [
  undefined,
  ['workers', 'Workers', '/workers', 'k'],
  ['queues', 'Queues', '/queues', 'q'],
  ['doctor', 'Doctor', '/doctor', 'd'],
  ['audit', 'Audit', '/audit', 'u', 'admin'],
  ['tokens', 'Tokens', '/tokens', 't', 'admin'],
  undefined,
  ['new', 'New', '/new', 'n'],
];

const NAVIGATION = [
  ['overview', 'Overview', '/', 'o'],
  ['workflows', 'Workflows', '/workflows', 'w'],
  ['jobs', 'Jobs', '/jobs', 'j'],
  ['executions', 'Executions', '/executions', 'e'],
  ['runs', 'Runs', '/runs', 'r'],
  ['approvals', 'Approvals', '/approvals', 'a'],
  ['calendar', 'Calendar', '/calendar', 'c'],
  ['schedules', 'Schedules', '/schedules', 's'],
  ...mounted ? [] : SERVER,
];

const THEMES = {system: 'as the system', light: 'light', dark: 'dark'};

class App extends Part {
  static properties = {route: {state: true}, open: {state: true}, help: {state: true}, ready: {state: true}, trouble: {state: true}};

  connectedCallback() {
    super.connectedCallback();
    addEventListener('popstate', () => this.onAddress());
    addEventListener('baton-address', () => this.onAddress());
    addEventListener('baton-signed-out', () => this.signIn());
    watch(() => this.requestUpdate());
    setInterval(() => store.lostAt && this.requestUpdate(), 1000);
    keys(NAVIGATION.filter(Boolean).map(([, words, path, key]) => ({key, words, path})), {
      help: () => { this.help = true; },
      search: () => this.querySelector('baton-search').show(),
    });
    this.onAddress();
    this.begin();
  }

  async begin() {
    try {
      if (await start()) {
        this.ready = true;
      } else {
        this.signIn();
      }
    } catch {
      this.trouble = true;
      setTimeout(() => this.begin(), 2000);
    }
  }

  signIn() {
    if (mounted) {
      // The application decides where people sign in, and shows the page afterwards.
      location.reload();
      return;
    }
    const next = location.pathname + location.search;
    location.assign(`${base}/signin${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`);
  }

  async signOut() {
    await api.delete('/session').catch(() => {});
    location.assign(`${base}/signin`);
  }

  async onAddress() {
    const route = match(location.pathname);
    this.open = false;
    if (route && !customElements.get(route.tag)) {
      await import(new URL(route.script, import.meta.url).href);
    }
    this.route = route ?? null;
  }

  /** One element for each view, kept while only what is chosen on it changes. */
  view() {
    if (this.route === undefined) {
      // The view's script is still on its way.
      return html`<div class="loading" aria-busy="true"><span class="sr">Loading</span></div>`;
    }
    if (this.route === null) {
      return html`<div class="empty"><h1>Not here</h1><p class="soft">There is no such page.</p><p><a href="${base}/">Overview</a></p></div>`;
    }
    const key = `${this.route.tag}:${this.route.options?.type || ''}`;
    if (this.shownKey !== key) {
      this.shownKey = key;
      /** @type {any} */
      this.element = document.createElement(this.route.tag);
    }
    this.element.options = this.route.options;
    this.element.subject = this.route.subject;
    return this.element;
  }

  updated() {
    favicon(store.connection === 'lost' ? 'lost' : store.approvals.length ? 'asks' : 'ok');
    if (this.help) {
      const dialog = this.querySelector('dialog.help');
      if (dialog && !dialog.open) {
        dialog.showModal();
      }
    }
  }

  badge(id) {
    if (id === 'approvals' && store.approvals.length) {
      return html`<span class="count asks"><span class="sr">waiting: </span>${store.approvals.length}</span>`;
    }
    return id === 'workers' && store.workers !== undefined ? html`<span class="count">${store.workers}</span>` : nothing;
  }

  render() {
    if (!this.ready) {
      return html`<div class="starting" aria-busy="true">${this.trouble ? html`<p class="soft">The server does not answer. Trying again…</p>` : nothing}</div>`;
    }
    const lost = store.connection === 'lost' && store.lostAt && Date.now() - store.lostAt > 1500;
    const theme = setting('theme', 'system');
    /** @type {[string, () => any, boolean?][]} */
    const person = [[`Signed in as ${store.person.name}, ${store.person.role}`, () => {}, true], ['Keys', () => { this.help = true; }]];
    if (!mounted) {
      person.push(['Sign out', () => this.signOut()]);
    }
    return html`<a class="skip" href="#main" @click=${event => { event.preventDefault(); this.querySelector('#main').focus(); }}>Skip to content</a>
    <div class="shell ${lost ? 'stale' : ''}">
      <nav class="side ${this.open ? 'open' : ''}" aria-label="Views" @click=${event => event.target === event.currentTarget && (this.open = false)}>
        <a class="brand" href="${base}/"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M4.500 15.500 16.500 3.500" stroke="var(--accent)" stroke-width="3" stroke-linecap="round"/><circle cx="4.500" cy="15.500" r="3.500" fill="var(--ink)"/></svg>Baton</a>
        ${NAVIGATION.map(item => {
          if (!item) {
            return html`<div class="nav-line" role="presentation"></div>`;
          }
          const [id, words, path, , role] = item;
          return role && !may(role) ? nothing : html`<a class="nav-item" href="${base}${path}" aria-current="${this.route?.section === id ? 'page' : 'false'}"><span>${words}</span>${this.badge(id)}</a>`;
        })}
      </nav>
      <header class="top">
        <button class="button menu-button" aria-label="Menu" aria-expanded="${Boolean(this.open)}" @click=${() => { this.open = !this.open; }}>☰</button>
        <button class="search-button" @click=${() => this.querySelector('baton-search').show()}><span class="clip">Search jobs, executions, errors…</span><kbd>Ctrl K</kbd></button>
        <span class="grow"></span>
        <span class="live ${store.connection === 'live' ? '' : 'off'}" role="status" title="${store.connection === 'live' ? 'What you see is live' : 'Not connected'}"><i></i><span>${store.connection === 'live' ? 'Live' : store.connection === 'lost' ? 'Lost' : '…'}</span></span>
        <span class="zone soft" title="Times are in this zone; hover for UTC">${zoneName}</span>
        ${menu('◐', Object.entries(THEMES).map(([id, words]) => [`${id === theme ? '✓ ' : ''}Theme ${words}`, () => { setTheme(id); this.requestUpdate(); }]), {title: 'Theme'})}
        ${menu(store.person.name, person)}
      </header>
      <main class="main" id="main" tabindex="-1">
        ${lost ? html`<div class="lost row between" role="alert"><span>The connection to the server is lost since ${ago(store.lostAt)}. What you see is from then; it catches up when the server is back.</span><button class="button" @click=${retryConnection}>Try now</button></div>` : nothing}
        ${this.view()}
      </main>
    </div>
    <baton-search></baton-search>
    ${this.help ? this.helpDialog() : nothing}`;
  }

  helpDialog() {
    const close = () => { this.querySelector('dialog.help').close(); this.help = false; };
    const list = (title, entries) => html`<div><h3>${title}</h3><dl class="keys">${entries.map(([key, words]) => html`<div><dt>${key.split(' ').map(one => html`<kbd>${one}</kbd> `)}</dt><dd>${words}</dd></div>`)}</dl></div>`;
    return html`<dialog class="help" aria-label="Keys" @close=${() => { this.help = false; }} @click=${event => event.target.tagName === 'DIALOG' && close()}><div class="dialog wide">
      <div class="row between"><h2>Keys</h2><button class="button" @click=${close}>Close</button></div>
      <div class="keys-columns">
        ${list('Anywhere', [['/', 'search'], ['Ctrl K', 'search'], ['?', 'this list'], ['j', 'next in a list'], ['k', 'previous in a list'], ['Enter', 'open it']])}
        ${list('On an execution', [['l', 'log'], ['w', 'why'], ['r', 'retry what failed'], ['← → ↑ ↓', 'walk the graph'], ['o', 'open a workflow or a fan-out'], ['PgUp PgDn', 'other items of a fan-out'], ['Space', 'play it again']])}
        ${list('Go to', NAVIGATION.filter(item => item && !(item[4] && !may(item[4]))).map(([, words, , key]) => [`g ${key}`, words]))}
      </div></div></dialog>`;
  }
}

customElements.define('baton-app', App);
addEventListener('focus', () => store.person && refreshBadges());
