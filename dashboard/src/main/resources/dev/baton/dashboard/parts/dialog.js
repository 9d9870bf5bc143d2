import {html, nothing, render} from 'lit';

/** Dialogs for actions, and short notes about their results. */

let host;

function layer() {
  if (!host) {
    host = document.createElement('div');
    document.body.append(host);
  }
  return host;
}

/**
 * Asks before something is done.
 *
 * @param {object} asked
 * @param {string} asked.title what is to be done
 * @param {any} [asked.preview] what it touches, as a template or a function of the values so far
 * @param {{name: string, label: string, type?: string, value?: any, required?: boolean, options?: string[][], hint?: string, placeholder?: string, step?: string}[]} [asked.fields] what to fill in
 * @param {string} asked.action the word on the button
 * @param {boolean} [asked.danger] whether it destroys something
 * @param {(values: any) => any} asked.act does it, with the values; what it throws is shown, and the dialog stays
 * @returns {Promise<any>} what it came to; undefined when it was not done
 */
export function ask({title, preview, fields = [], action, danger = false, act}) {
  return new Promise(resolve => {
    const values = Object.fromEntries(fields.map(field => [field.name, field.value ?? '']));
    let busy = false;
    let problem = '';
    let shown;
    const opener = /** @type {HTMLElement} */ (document.activeElement);

    const close = result => {
      const dialog = host.querySelector('dialog');
      dialog?.close();
      render(nothing, host);
      opener?.focus?.();
      resolve(result);
    };

    const submit = async event => {
      event.preventDefault();
      if (busy) {
        return;
      }
      busy = true;
      problem = '';
      draw();
      try {
        close(await act(values) ?? true);
      } catch (refusal) {
        busy = false;
        problem = refusal.message;
        draw();
      }
    };

    const update = async (field, value) => {
      values[field.name] = value;
      shown = undefined;
      draw();
    };

    const input = field => {
      const id = `field-${field.name}`;
      const common = event => update(field, event.target.type === 'checkbox' ? event.target.checked : event.target.value);
      const control = field.options
        ? html`<select id="${id}" @change=${common}>${field.options.map(option => html`<option value="${option[0]}" ?selected=${option[0] === values[field.name]}>${option[1]}</option>`)}</select>`
        : field.type === 'textarea'
          ? html`<textarea id="${id}" rows="${field.rows || 3}" ?required=${field.required} .value=${values[field.name]} @input=${common} spellcheck="false" class="${field.mono ? 'mono' : ''}"></textarea>`
          : field.type === 'checkbox'
            ? html`<input id="${id}" type="checkbox" ?checked=${values[field.name]} @change=${common}>`
            : html`<input id="${id}" type="${field.type || 'text'}" step="${field.step || nothing}" ?required=${field.required} .value=${String(values[field.name])} @input=${common} autocomplete="off" placeholder="${field.placeholder || ''}">`;
      return html`<div class="field ${field.type === 'checkbox' ? 'check' : ''}"><label for="${id}">${field.label}${field.required ? '' : field.type === 'checkbox' ? '' : html` <span class="faint">optional</span>`}</label>${control}
        ${field.hint ? html`<p class="small faint">${field.hint}</p>` : nothing}</div>`;
    };

    const draw = () => {
      if (shown === undefined) {
        shown = typeof preview === 'function' ? preview(values) : preview ?? nothing;
        if (shown instanceof Promise) {
          const mine = shown;
          mine.then(result => {
            if (shown === mine) {
              shown = result;
              draw();
            }
          }, refusal => {
            if (shown === mine) {
              shown = html`<p class="failure-ink">${refusal.message}</p>`;
              draw();
            }
          });
        }
      }
      render(html`<dialog aria-labelledby="dialog-title" @cancel=${event => { event.preventDefault(); close(undefined); }}
          @click=${event => event.target.tagName === 'DIALOG' && close(undefined)}>
        <form @submit=${submit} class="dialog">
          <h2 id="dialog-title">${title}</h2>
          ${fields.map(input)}
          <div class="preview">${shown instanceof Promise ? html`<p class="faint">…</p>` : shown}</div>
          ${problem ? html`<p class="failure-ink" role="alert">${problem}</p>` : nothing}
          <div class="row end"><button type="button" class="button" @click=${() => close(undefined)}>Cancel</button>
            <button class="button ${danger ? 'danger' : 'primary'}" ?disabled=${busy}>${action}</button></div>
        </form></dialog>`, layer());
      const dialog = host.querySelector('dialog');
      if (!dialog.open) {
        dialog.showModal();
        (dialog.querySelector('input, textarea, select') || dialog.querySelector('button:last-child')).focus();
      }
    };
    draw();
  });
}

let notes;
let clearing;

/** Shows the result of an action, and offers to undo it. */
export function note(words, undo) {
  if (!notes) {
    notes = document.createElement('div');
    notes.className = 'notes';
    notes.setAttribute('role', 'status');
    document.body.append(notes);
  }
  const clear = () => render(nothing, notes);
  clearTimeout(clearing);
  clearing = setTimeout(clear, undo ? 8000 : 4000);
  render(html`<div class="note"><span>${words}</span>${undo ? html`<button class="link" @click=${async () => { clear(); await attempt(undo); }}>Undo</button>` : nothing}</div>`, notes);
}

let isAtWork = false;

/** Runs an action, and shows its error. A second click during the action has no effect. */
export async function attempt(action, words, undo) {
  if (isAtWork) {
    return undefined;
  }
  isAtWork = true;
  try {
    const result = await action();
    if (words) {
      note(words, undo);
    }
    return result ?? true;
  } catch (refusal) {
    note(refusal.message);
    return undefined;
  } finally {
    isAtWork = false;
  }
}

/**
 * A menu of actions that drops from a button.
 *
 * @param {any} label
 * @param {[string, () => any, boolean?][]} items words, what to do, and whether that cannot be done
 * @param {{title?: string}} [options]
 */
export const menu = (label, items, {title} = {}) => html`<details class="menu" @toggle=${event => {
  if (event.target.open) {
    const close = other => {
      if (!event.target.contains(other.target) || other.target.closest('[role=menuitem]')) {
        event.target.open = false;
        removeEventListener('click', close);
      }
    };
    setTimeout(() => addEventListener('click', close));
  }
}} @keydown=${event => event.key === 'Escape' && (event.currentTarget.open = false)}>
  <summary class="button" aria-label="${title || label}">${label}</summary>
  <div class="menu-items" role="menu">${items.filter(Boolean).map(([words, act, off]) => html`<button role="menuitem" ?disabled=${off} @click=${act}>${words}</button>`)}</div></details>`;
