import {html} from 'lit';
import {mounted} from '../core/base.js';
import {api, enc} from '../core/api.js';
import {plural} from '../core/format.js';
import {go} from '../core/router.js';
import {ask, attempt, note} from './dialog.js';

/** The actions on executions, runs and definitions; each dialog shows first what it affects. */

const ENDED = new Set(['success', 'partial', 'failure', 'timeout', 'skipped', 'cancelled']);
const reason = {name: 'reason', label: 'Reason', placeholder: 'for the audit log'};

const list = (rows, words) => rows.length === 0 ? '' : html`<p>${words} <b>${rows.slice(0, 6).map(row => row.step).join(', ')}</b>${rows.length > 6 ? ` and ${rows.length - 6} more` : ''}</p>`;

export function cancelExecution(execution) {
  const open = execution.rows?.filter(row => !ENDED.has(row.status)) ?? [];
  return ask({
    title: `Cancel this execution of ${execution.name}?`,
    preview: html`${list(open.filter(row => row.status === 'running'), 'Told to stop:')}
      ${list(open.filter(row => row.status !== 'running'), 'Never started:')}
      ${open.length === 0 ? html`<p>What has not ended is stopped.</p>` : ''}<p class="faint">The final step still runs. A second cancellation stops it too.</p>`,
    fields: [reason],
    action: 'Cancel the execution',
    danger: true,
    act: async ({reason: why}) => {
      const done = await api.post(`/executions/${execution.id}/cancel`, why ? {reason: why} : {});
      note(`Cancelled: ${plural(done.signalled ?? 0, 'run')} told to stop`);
    },
  });
}

export function retryExecution(execution) {
  const failed = execution.rows.filter(row => ['failure', 'timeout', 'cancelled'].includes(row.status));
  const skipped = execution.rows.filter(row => row.status === 'skipped');
  return ask({
    title: 'Retry the failed steps?',
    preview: html`${list(failed, 'Run again:')}${list(skipped, 'Evaluated again:')}
      <p class="faint">${plural(execution.rows.filter(row => row.status === 'success' || row.status === 'partial').length, 'success', 'successes')} kept.</p>`,
    fields: [reason],
    action: 'Retry',
    act: ({reason: why}) => api.post(`/executions/${execution.id}/retry`, why ? {reason: why} : {}),
  });
}

export async function rerunExecution(execution) {
  const started = await ask({
    title: `Run ${execution.name} again?`,
    preview: html`<p>A new execution of what is defined by now, with the same parameters and scheduled time. This one stays as it is.</p>`,
    fields: [reason],
    action: 'Run again',
    act: ({reason: why}) => api.post(`/executions/${execution.id}/rerun`, why ? {reason: why} : {}),
  });
  if (started?.id) {
    go(`/executions/${started.id}`);
  }
}

export const holdExecution = execution => attempt(() => api.post(`/executions/${execution.id}/hold`),
  'Held: no further steps start', () => api.post(`/executions/${execution.id}/release`));

export const releaseExecution = execution => attempt(() => api.post(`/executions/${execution.id}/release`),
  'Released', () => api.post(`/executions/${execution.id}/hold`));

export const retryRun = (run, rows = []) => ask({
  title: `Run ${run.step} again?`,
  preview: html`<p>${run.children ? 'Of its items, those that failed.' : 'This run, and what was skipped because of it.'}</p>${list(rows.filter(row => row.status === 'skipped'), 'Evaluated again:')}`,
  fields: [reason],
  action: 'Retry',
  act: ({reason: why}) => api.post(`/runs/${enc(run.run_id || run.id)}/retry`, why ? {reason: why} : {}),
});

/** The next attempt, without waiting for its time. */
export const retryNow = run => attempt(() => api.post(`/runs/${enc(run.run_id || run.id)}/retry`), `${run.step} is tried again`);

export const cancelRun = run => ask({
  title: `Cancel ${run.step}?`,
  preview: html`<p>It ends as cancelled; what comes after it sees a failure.</p>`,
  fields: [reason],
  action: 'Cancel the run',
  danger: true,
  act: ({reason: why}) => api.post(`/runs/${enc(run.run_id || run.id)}/cancel`, why ? {reason: why} : {}),
});

export const markRun = run => ask({
  title: `Mark ${run.step}`,
  preview: html`<p>What was skipped because of it is looked at again. A running body is told to stop.</p>`,
  fields: [
    {name: 'status', label: 'As', value: 'success', required: true, options: [['success', 'Success'], ['skipped', 'Skipped']]},
    {...reason, required: true, placeholder: 'for the audit log'},
  ],
  action: 'Mark',
  act: values => api.post(`/runs/${enc(run.run_id || run.id)}/mark`, values),
});

export function answer(run, approved, comment) {
  return attempt(() => api.post(`/runs/${enc(run.run_id || run.id)}/approve`, {approved, ...(comment ? {comment} : {})}),
    approved ? 'Approved' : 'Rejected');
}

export const approveRun = run => ask({
  title: run.asks || run.message || `Approve ${run.step}?`,
  preview: html`<p class="faint">Approved it succeeds and what waits for it goes on; rejected it fails.</p>`,
  fields: [
    {name: 'approved', label: 'Answer', value: 'yes', required: true, options: [['yes', 'Approve'], ['no', 'Reject']]},
    {name: 'comment', label: 'Comment'},
  ],
  action: 'Answer',
  act: ({approved, comment}) => api.post(`/runs/${enc(run.run_id || run.id)}/approve`, {approved: approved === 'yes', ...(comment ? {comment} : {})}),
});

const path = (type, name) => `/${type}s/${enc(name)}`;

export const pause = (type, name) => ask({
  title: `Pause ${name}?`,
  preview: html`<p>It starts nothing until it is resumed; what runs goes on.</p>`,
  fields: [{...reason, placeholder: 'shown with the pause'}],
  action: 'Pause',
  act: async ({reason: why}) => {
    await api.post(`${path(type, name)}/pause`, why ? {reason: why} : {});
    note(`${name} is paused`, () => api.post(`${path(type, name)}/resume`));
  },
});

export const resume = (type, name) => attempt(() => api.post(`${path(type, name)}/resume`), `${name} is resumed`,
  () => api.post(`${path(type, name)}/pause`));

/** The code of an application reads parameters without defining them. */
const ANY = {
  name: 'parameters',
  label: 'Parameters',
  type: 'textarea',
  mono: true,
  hint: 'A JSON object of the parameters that the code reads, such as {"order": 42}',
};

/** The parameters that a person wrote as JSON. */
function written(text) {
  if (!text.trim()) {
    return undefined;
  }
  const given = JSON.parse(text);
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw new Error('The parameters are a JSON object, such as {"order": 42}');
  }
  return given;
}

/** A form made from the parameters that are defined: one field each, of the type of its default. */
export async function trigger(type, name, parameters = {}) {
  const names = Object.keys(parameters);
  const kinds = Object.fromEntries(names.map(key => [key, typeof parameters[key]]));
  const undefinedOnes = mounted && names.length === 0;
  const started = await ask({
    title: `Start ${name} now`,
    preview: names.length === 0 && !mounted ? html`<p class="faint">It has no parameters. The schedule goes on as before.</p>` : html`<p class="faint">The schedule goes on as before.</p>`,
    fields: undefinedOnes ? [ANY] : names.map(key => ({
      name: key,
      label: key,
      value: kinds[key] === 'object' ? JSON.stringify(parameters[key]) : parameters[key],
      type: kinds[key] === 'number' ? 'number' : kinds[key] === 'boolean' ? 'checkbox' : 'text',
      step: 'any',
      required: kinds[key] === 'number',
      hint: kinds[key] === 'object' ? 'JSON' : undefined,
    })),
    action: 'Start',
    act: async values => {
      if (undefinedOnes) {
        const given = written(values.parameters);
        return api.post(`${path(type, name)}/trigger`, given ? {parameters: given} : {});
      }
      const given = {};
      for (const key of names) {
        given[key] = kinds[key] === 'number' ? Number(values[key]) : kinds[key] === 'object' ? JSON.parse(values[key]) : values[key];
      }
      return api.post(`${path(type, name)}/trigger`, names.length ? {parameters: given} : {});
    },
  });
  if (started?.id || started?.execution || started?.execution_id) {
    go(`/executions/${started.id || started.execution_id || started.execution}`);
  }
}

const local = time => new Date(time - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 16);

export function backfill(type, name) {
  const body = ({from, to: end, concurrency}, dryRun) => ({
    from: new Date(from).toISOString(),
    to: new Date(end).toISOString(),
    concurrency: Number(concurrency) || 1,
    dry_run: dryRun,
  });
  return ask({
    title: `Backfill past fires of ${name}`,
    fields: [
      {name: 'from', label: 'From', type: 'datetime-local', value: local(Date.now() - 86400000), required: true},
      {name: 'to', label: 'To', type: 'datetime-local', value: local(Date.now()), required: true},
      {name: 'concurrency', label: 'At a time', type: 'number', value: 1, required: true},
    ],
    preview: async values => {
      const dry = await api.post(`${path(type, name)}/backfill`, body(values, true));
      return html`<p><b>${plural(dry.count, 'fire')}</b> in this range${dry.count ? ':' : '.'}</p>
        <p class="mono small clip">${dry.fires.slice(0, 4).map(fire => new Date(fire.scheduled_time).toLocaleString()).join(' · ')}${dry.count > 4 ? ' …' : ''}</p>`;
    },
    action: 'Start them',
    act: async values => {
      const done = await api.post(`${path(type, name)}/backfill`, body(values, false));
      note(`${plural(done.count, 'execution')} started`);
    },
  });
}

/** The same action for many, with a report of failures. */
export async function bulk(action, subjects, {names = false} = {}) {
  const words = {cancel: 'Cancel', retry: 'Retry', pause: 'Pause', resume: 'Resume', hold: 'Hold', release: 'Release'}[action];
  return ask({
    title: `${words} ${plural(subjects.length, names ? 'definition' : 'execution')}?`,
    preview: html`<p class="mono small">${subjects.slice(0, 5).join(', ')}${subjects.length > 5 ? ` and ${subjects.length - 5} more` : ''}</p>`,
    fields: [reason],
    action: words,
    danger: action === 'cancel',
    act: async ({reason: why}) => {
      const done = await api.post('/bulk', {action, [names ? 'names' : 'executions']: subjects, ...(why ? {reason: why} : {})});
      note(done.refused.length ? `Succeeded for ${done.done}, failed for ${done.refused.length}: ${done.refused[0].detail}` : `Succeeded for ${done.done}`);
    },
  });
}
