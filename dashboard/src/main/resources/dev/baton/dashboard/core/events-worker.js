'use strict';

/* One stream of events for all tabs of a browser: six open tabs would otherwise use up its connections. */
const TYPES = ['reset', 'execution.started', 'execution.finished', 'execution.held', 'execution.released',
  'execution.deadline_missed', 'run.scheduled', 'run.asks', 'run.approved', 'run.rejected',
  'run.started', 'run.progress', 'run.retried', 'run.finished', 'run.skipped', 'job.created', 'job.changed',
  'job.removed', 'job.paused', 'job.resumed', 'workflow.created', 'workflow.changed', 'workflow.removed',
  'workflow.paused', 'workflow.resumed', 'worker.joined', 'worker.left', 'worker.lost', 'worker.draining',
  'worker.resumed'];

/* This script's own address tells where the API is. */
const API = `${self.location.pathname.slice(0, self.location.pathname.lastIndexOf('/assets/'))}/api/v1`;

const ports = new Set();
let source;
let state = 'connecting';
let failures = 0;
let timer;

let waiting = [];
let flushing;

function tell(message) {
  for (const port of ports) {
    port.postMessage(message);
  }
}

/* Events seldom come alone, and a page draws sixty times a second at most. */
function pass(event) {
  waiting.push(event);
  flushing ??= setTimeout(() => {
    flushing = undefined;
    const events = waiting;
    waiting = [];
    tell({events});
  }, 50);
}

function setState(next) {
  if (next !== state) {
    state = next;
    tell({state});
  }
}

/* A stream does not say why it was refused. After each refusal, because the session may end while the server is away. */
async function checkSession() {
  try {
    const {status} = await fetch(`${API}/session`);
    if (status === 401) {
      tell({signedOut: true});
    }
  } catch {
    // The server is unreachable: try again later.
  }
}

function connect() {
  clearTimeout(timer);
  source = new EventSource(`${API}/events`);
  source.onopen = () => {
    failures = 0;
    setState('live');
  };
  source.onerror = () => {
    // The browser gives up after some answers; this never does.
    failures++;
    setState('lost');
    source.close();
    checkSession();
    timer = setTimeout(connect, Math.min(3000, 500 * 2 ** Math.min(failures, 5)));
  };
  for (const type of TYPES) {
    source.addEventListener(type, event => pass({...JSON.parse(event.data), type}));
  }
}

function join(port) {
  ports.add(port);
  port.postMessage({state});
  port.onmessage = message => {
    if (message.data === 'bye') {
      ports.delete(port);
      if (ports.size === 0 && source) {
        source.close();
        source = undefined;
        clearTimeout(timer);
        state = 'connecting';
      }
    } else if (message.data === 'retry' && state === 'lost') {
      source.close();
      connect();
    }
  };
  if (!source) {
    connect();
  }
}

if ('onconnect' in self) {
  self.onconnect = event => join(event.ports[0]);
} else {
  // A worker of one tab, where browsers cannot share them.
  join({postMessage: message => self.postMessage(message), set onmessage(handler) { self.onmessage = handler; }});
}
