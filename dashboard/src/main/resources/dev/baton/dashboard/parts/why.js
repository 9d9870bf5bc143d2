import {html, nothing} from 'lit';
import {Part} from '../core/view.js';
import {api, enc} from '../core/api.js';
import {timed} from './bits.js';

const DOTS = {condition: 'quiet', delay: 'pending', limit: 'pending', pause: 'pending', approval: 'asks', running: 'running', ended: 'quiet', parent: 'open'};
const QUESTIONS = {
  blocked: 'Why does it wait?',
  pending: 'Why is it not running?',
  running: 'What is it doing?',
  held: 'Why is it held?',
  failure: 'Why did it fail?',
  timeout: 'Why did it fail?',
  skipped: 'Why was it skipped?',
  cancelled: 'Why was it cancelled?',
  success: 'How did it go?',
  partial: 'How did it go?',
};

/**
 * Why a run is where it is: the chain to its cause, each link of which leads on. Asked anew when `stamp` changes.
 */
export class Why extends Part {
  static properties = {run: {}, step: {}, execution: {}, stamp: {}, steps: {attribute: false}, answer: {state: true}, failure: {state: true}};

  updated(changes) {
    if (changes.has('run') || changes.has('stamp') || changes.has('execution')) {
      if (changes.has('run')) {
        this.answer = undefined;
      }
      this.ask();
    }
  }

  async ask() {
    const asked = this.run || this.execution;
    try {
      const answer = await api.get(this.run ? `/runs/${enc(this.run)}/explain` : `/executions/${this.execution}/explain`);
      if (asked === (this.run || this.execution)) {
        this.answer = answer;
        this.failure = undefined;
      }
    } catch (failure) {
      this.failure = failure;
    }
  }

  /** A cause about a step of the same execution leads to that step. */
  cause({kind, name, text}) {
    const step = this.steps?.find(one => one === name || one === name?.slice(name.indexOf('/') + 1));
    const known = step === this.step ? undefined : step;
    return html`<li><i class="why-dot ${DOTS[kind] || 'quiet'}"></i><span>${known
      ? html`<button class="link" @click=${() => this.dispatchEvent(new CustomEvent('pick', {detail: known, bubbles: true}))}>${known}</button> ${timed(text.startsWith(known) ? text.slice(known.length).trimStart() : text)}`
      : timed(text)}</span></li>`;
  }

  render() {
    const answer = this.answer;
    if (this.failure && !answer) {
      return html`<p class="soft">${this.failure.message}</p>`;
    }
    if (!answer) {
      return html`<div class="loading small-loading"></div>`;
    }
    return html`<h2>${QUESTIONS[answer.status] || 'Why?'}</h2>
      <ul class="why-list">${answer.because.length ? answer.because.map(one => this.cause(one)) : html`<li><i class="why-dot quiet"></i><span>${timed(answer.text)}</span></li>`}
      ${answer.remedy ? html`<li><i class="why-dot hollow"></i><span class="soft">${timed(answer.remedy)}</span></li>` : nothing}</ul>`;
  }
}

customElements.define('baton-why', Why);
