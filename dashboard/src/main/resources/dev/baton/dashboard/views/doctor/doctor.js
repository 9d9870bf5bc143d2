import {html, nothing} from 'lit';
import {View} from '../../core/view.js';
import {api} from '../../core/api.js';
import {icon} from '../../parts/status.js';

const STATES = {ok: 'success', warning: 'pending', error: 'failure'};

/** The health of the server, with remedies. */
class Doctor extends View {
  heading() {
    return 'Doctor';
  }

  async load(signal) {
    return api.get('/doctor', undefined, {signal});
  }

  show({status, findings}) {
    const order = ['error', 'warning', 'ok'];
    return html`<div class="head"><div class="head-line"><h1>Doctor</h1><span class="soft">${{ok: 'All is well.', warning: 'Something wants to be looked at.', error: 'Something is wrong.'}[status] || status}</span></div><div class="actions"><button class="button" @click=${() => this.reload()}>Look again</button></div></div>
      <section class="card">${[...findings].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)).map((one, i) => html`<article class="finding ${i ? 'lined' : ''}" data-row>${icon(STATES[one.status] || 'none', 18)}<div><h2>${one.check}</h2><p class="soft">${one.detail}</p>${one.hint ? html`<p>${one.hint}</p>` : nothing}</div></article>`)}</section>`;
  }
}

customElements.define('view-doctor', Doctor);
