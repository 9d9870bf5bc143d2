/** Addresses: each view has one, with its selection in the query. Those in code are relative to the base. */
import {base, mounted} from './base.js';

/** @typedef {[RegExp, string, string, string, {type: string}?]} Route */

/**
 * The pages of a server of its own: inside an application there is no API behind them.
 *
 * @type {Route[]}
 */
const SERVER = [
  [/^\/workers$/, 'workers', 'views/workers/workers.js', 'view-workers'],
  [/^\/queues$/, 'queues', 'views/queues/queues.js', 'view-queues'],
  [/^\/audit$/, 'audit', 'views/audit/audit.js', 'view-audit'],
  [/^\/tokens$/, 'tokens', 'views/tokens/tokens.js', 'view-tokens'],
  [/^\/doctor$/, 'doctor', 'views/doctor/doctor.js', 'view-doctor'],
  [/^\/new$/, 'new', 'views/new/new.js', 'view-new'],
];

/** @type {Route[]} */
const ROUTES = [
  [/^\/$/, 'overview', 'views/overview/overview.js', 'view-overview'],
  [/^\/workflows$/, 'workflows', 'views/definitions/definitions.js', 'view-definitions', {type: 'workflow'}],
  [/^\/jobs$/, 'jobs', 'views/definitions/definitions.js', 'view-definitions', {type: 'job'}],
  [/^\/workflows\/([^/]+)$/, 'workflows', 'views/definition/definition.js', 'view-definition', {type: 'workflow'}],
  [/^\/jobs\/([^/]+)$/, 'jobs', 'views/definition/definition.js', 'view-definition', {type: 'job'}],
  [/^\/executions$/, 'executions', 'views/executions/executions.js', 'view-executions'],
  [/^\/executions\/([^/]+)$/, 'executions', 'views/execution/execution.js', 'view-execution'],
  [/^\/runs$/, 'runs', 'views/runs/runs.js', 'view-runs'],
  [/^\/runs\/([^/]+)$/, 'runs', 'views/run/run.js', 'view-run'],
  [/^\/approvals$/, 'approvals', 'views/approvals/approvals.js', 'view-approvals'],
  [/^\/calendar$/, 'calendar', 'views/calendar/calendar.js', 'view-calendar'],
  [/^\/schedules$/, 'schedules', 'views/schedules/schedules.js', 'view-schedules'],
  ...mounted ? [] : SERVER,
];

/** The view of a path that the browser shows. */
export function match(shown) {
  if (!shown.startsWith(`${base}/`)) {
    return undefined;
  }
  const path = shown.slice(base.length);
  for (const [pattern, section, script, tag, options] of ROUTES) {
    const found = pattern.exec(path);
    if (found) {
      return {section, script, tag, options, subject: found[1] && decodeURIComponent(found[1])};
    }
  }
  return undefined;
}

/** Opens an address in place. */
export const go = address => open(base + address);

function open(shown, {replace = false} = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', shown);
  dispatchEvent(new CustomEvent('baton-address'));
}

export const query = () => new URLSearchParams(location.search);

/** Changes the selection of this view: undefined and '' remove a value. */
export function choose(changes, {replace = true} = {}) {
  const chosen = query();
  for (const [name, value] of Object.entries(changes)) {
    chosen.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') {
        chosen.append(name, one);
      }
    }
  }
  const text = chosen.toString();
  const next = location.pathname + (text ? `?${text}` : '');
  if (next !== location.pathname + location.search) {
    open(next, {replace});
  }
}

/** Links of this page are opened in place; all others as the browser does. */
addEventListener('click', event => {
  // In a drawing a link's name is small, and its address has no parts.
  const link = /** @type {Element[]} */ (event.composedPath()).find(node => node.tagName === 'A' || node.tagName === 'a');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
      || event.altKey || link.hasAttribute('target') || link.hasAttribute('download')) {
    return;
  }
  const to = new URL(link.getAttribute('href'), location.href);
  if (to.origin !== location.origin || !match(to.pathname)) {
    return;
  }
  event.preventDefault();
  if (to.pathname + to.search !== location.pathname + location.search) {
    open(to.pathname + to.search);
    document.querySelector('.main')?.scrollTo(0, 0);
  }
});
