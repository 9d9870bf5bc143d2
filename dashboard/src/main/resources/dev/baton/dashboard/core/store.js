/**
 * What all views share: who is signed in, whether the connection stands, what waits for a person, and the stream of
 * events. Views listen to what concerns them and read anew what changed.
 */
import {api, ApiError} from './api.js';
import {mounted} from './base.js';

const listeners = new Set();
const watchers = new Set();

export const store = {
  person: undefined,
  connection: 'connecting',
  lostAt: undefined,
  approvals: [],
  workers: undefined,
  skew: 0,
};

/** The server's time, as far as this browser knows. */
export const now = () => Date.now() + store.skew;

export function setServerTime(text) {
  const skew = Date.parse(text) - Date.now();
  store.skew = Math.abs(skew) > 2000 ? skew : 0;
}

function changed() {
  watchers.forEach(watch => watch());
}

/** Registers a callback for changes of the state above. Returns a function that removes it. */
export function watch(callback) {
  watchers.add(callback);
  return () => watchers.delete(callback);
}

/** Registers a callback for events. Returns a function that removes it. */
export function listen(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

export const may = role => {
  const order = ['viewer', 'operator', 'admin'];
  return order.indexOf(store.person?.role) >= order.indexOf(role);
};

let port;

function onMessage({data}) {
  if (data.state) {
    store.connection = data.state;
    if (data.state === 'lost') {
      store.lostAt ??= Date.now();
    } else if (data.state === 'live') {
      store.lostAt = undefined;
    }
    changed();
    if (data.state === 'live') {
      // Events from before this moment did not reach this page: what it has read may be old.
      tell({type: 'reset', reason: 'the stream of events begins'});
    }
  }
  if (data.signedOut) {
    dispatchEvent(new CustomEvent('baton-signed-out'));
  }
  (data.events || []).forEach(tell);
}

function tell(event) {
  listeners.forEach(listener => listener(event));
}

function connect() {
  const script = new URL('./events-worker.js', import.meta.url);
  if (typeof SharedWorker === 'function') {
    port = new SharedWorker(script, {name: 'baton-events'}).port;
    port.onmessage = onMessage;
  } else {
    port = new Worker(script);
    port.onmessage = onMessage;
  }
  addEventListener('pagehide', () => port.postMessage('bye'));
  addEventListener('pageshow', event => event.persisted && location.reload());
  addEventListener('online', () => port.postMessage('retry'));
}

export const retryConnection = () => port.postMessage('retry');

let asking = false;

/** Reads the pending approvals and the number of workers, which every view shows. */
export async function refreshBadges() {
  if (asking) {
    return;
  }
  asking = true;
  try {
    const [approvals, workers] = await Promise.all([api.get('/approvals'), mounted ? undefined : api.get('/workers')]);
    store.approvals = approvals.items;
    store.workers = workers?.items.length;
    changed();
  } catch {
    // The next event reads again.
  } finally {
    asking = false;
  }
}

const later = debounce(refreshBadges, 700);

export async function start() {
  try {
    store.person = await api.get('/session');
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.status === 401) {
      return false;
    }
    throw refusal;
  }
  connect();
  refreshBadges();
  listen(event => {
    if (event.type === 'reset' || event.type.startsWith('worker.') || event.type === 'run.asks'
        || event.type === 'run.finished' || event.type === 'run.skipped') {
      later();
    }
  });
  changed();
  return true;
}

/** Calls a function after calls for it have paused, at the latest after three times as long. */
export function debounce(action, millis) {
  let timer;
  let first;
  return (...given) => {
    const moment = Date.now();
    first ??= moment;
    clearTimeout(timer);
    timer = setTimeout(() => {
      first = undefined;
      action(...given);
    }, Math.max(0, Math.min(millis, first + 3 * millis - moment)));
  };
}
