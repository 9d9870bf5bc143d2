import {html} from 'lit';
import {base} from '../../core/base.js';
import {View} from '../../core/view.js';
import {api} from '../../core/api.js';
import {may, refreshBadges} from '../../core/store.js';
import {icon} from '../../parts/status.js';
import {empty, since} from '../../parts/bits.js';
import {answer} from '../../parts/actions.js';

/** The pending approvals: one click and a comment. */
class Approvals extends View {
  heading() {
    return 'Approvals';
  }

  concerns(event) {
    return event.type === 'run.started' || event.type === 'run.finished' || event.type.startsWith('execution.');
  }

  async load(signal) {
    return api.get('/approvals', undefined, {signal});
  }

  async reply(event, one, approved) {
    const comment = event.target.closest('article').querySelector('input').value.trim();
    event.target.disabled = true;
    if (!await answer(one, approved, comment)) {
      event.target.disabled = false;
    }
    this.reload();
    refreshBadges();
  }

  show({items}) {
    const operator = may('operator');
    return html`<div class="head"><h1>Approvals</h1></div>
      ${items.length === 0 ? html`<section class="card">${empty('Nothing waits for you', 'A step of kind "approval" waits here for an answer before its downstream steps run.')}</section>` : html`<div class="stack">${items.map(one => html`<article class="card pad approval" data-row>
        <div class="row between wrap"><div class="row">${icon('asks', 20)}<div><h2>${one.message || 'Go on?'}</h2><p class="soft"><a class="underlined" href="${base}/executions/${one.execution_id}?step=${encodeURIComponent(one.step)}">${one.name}</a> · ${one.step} · asked ${since(one.since)}</p></div></div>
        ${operator ? html`<div class="row wrap approval-answer"><input class="input" placeholder="Comment" aria-label="Comment on ${one.name}"><button class="button primary" @click=${event => this.reply(event, one, true)}>Approve</button><button class="button" @click=${event => this.reply(event, one, false)}>Reject</button></div>` : html`<span class="soft">an operator can answer</span>`}</div></article>`)}</div>`}`;
  }
}

customElements.define('view-approvals', Approvals);
