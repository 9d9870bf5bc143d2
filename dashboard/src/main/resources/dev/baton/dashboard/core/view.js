import {LitElement, html} from 'lit';
import {base} from './base.js';
import {debounce, listen, store, watch} from './store.js';
import {Unreachable} from './api.js';
import {query} from './router.js';

/** What components share: they draw into the page itself, so that one style sheet serves all. */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** The next frame; a little later in a tab that nobody sees, which has no frames, but a title. */
export const nextFrame = () => new Promise(done => {
  requestAnimationFrame(done);
  setTimeout(done, 250);
});

/** A part that draws as wide as it is: `width` follows its size. */
export class SizedPart extends Part {
  static properties = {width: {state: true}};

  constructor() {
    super();
    this.width = 0;
    this.sizes = new ResizeObserver(([entry]) => {
      this.width = Math.floor(entry.contentRect.width);
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }
}

/**
 * A view: reads its data when it opens, when its address changes, and when an event concerns it. What it shows stays
 * while it reads anew; a failure is told beside it.
 */
export class View extends Part {
  static properties = {subject: {}, options: {}, data: {state: true}, failure: {state: true}, tick: {state: true}};

  connectedCallback() {
    super.connectedCallback();
    this.ends = [];
    const soon = debounce(() => this.reload(), this.pace ?? 400);
    this.ends.push(listen(event => {
      if (event.type === 'reset' || this.concerns(event)) {
        soon();
      }
      this.on?.(event);
    }));
    this.ends.push(watch(() => this.requestUpdate()));
    const onAddress = () => this.isConnected && this.onAddress();
    addEventListener('baton-address', onAddress);
    this.ends.push(() => removeEventListener('baton-address', onAddress));
    const timer = setInterval(() => {
      if (!document.hidden) {
        this.tick = Date.now();
      }
    }, 1000);
    this.ends.push(() => clearInterval(timer));
    this.reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.ends.forEach(end => end());
    this.asked?.abort();
  }

  willUpdate(changes) {
    if (changes.has('subject') && changes.get('subject') !== undefined) {
      this.data = undefined;
      this.reload();
    }
  }

  /**
   * Which events make it read anew.
   *
   * @param {{type: string, [name: string]: any}} event
   * @returns {boolean}
   */
  concerns(event) {
    return event.type === 'reset';
  }

  /**
   * Reads its data.
   *
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async load(signal) {
    return signal && {};
  }

  onAddress() {
    const key = this.loadKey?.();
    if (key !== this.loadedKey) {
      this.reload();
    } else {
      this.requestUpdate();
    }
  }

  get query() {
    return query();
  }

  async reload() {
    this.asked?.abort();
    const asked = this.asked = new AbortController();
    this.loadedKey = this.loadKey?.();
    try {
      const data = await this.load(asked.signal);
      if (!asked.signal.aborted) {
        this.data = data;
        this.failure = undefined;
      }
    } catch (failure) {
      if (!asked.signal.aborted && !(failure instanceof Unreachable && this.data)) {
        this.failure = failure;
      }
    }
  }

  render() {
    if (this.failure && (!this.data || this.failure.status === 404)) {
      return html`<div class="empty" role="alert">
        <h1>${this.failure.status === 404 ? 'Not here' : this.failure.status === 403 ? 'Not for this token' : 'That did not work'}</h1>
        <p class="soft">${this.failure.message}</p>
        <p><a href="${base}/">Overview</a></p></div>`;
    }
    return this.data ? this.show(this.data) : html`<div class="loading" aria-busy="true"><span class="sr">Loading</span></div>`;
  }

  updated() {
    const title = this.heading?.();
    if (title) {
      const waits = store.approvals.length ? `(${store.approvals.length}) ` : '';
      document.title = `${waits}${title} · Baton`;
    }
  }
}
