import {html, nothing} from 'lit';
import {base} from '../core/base.js';
import {Part} from '../core/view.js';
import {api, enc} from '../core/api.js';
import {number} from '../core/format.js';
import {timed} from './bits.js';

/** How many causes stand beside the chain before the rest is folded. */
const BESIDE = 4;

const DOTS = {
  running: 'running', stopping: 'running', approval: 'asks', hold: 'asks', 'failure-hold': 'asks', parents: 'open', outside: 'open', 'sub-workflow': 'open', fanout: 'open',
  retry: 'pending', delay: 'pending', wait: 'pending', window: 'pending', overlap: 'pending', limit: 'pending', rate: 'pending', parallel: 'pending',
  'no-worker': 'pending', 'workers-busy': 'pending', 'worker-silent': 'pending', 'not-started': 'pending', paused: 'pending',
};
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
  static properties = {run: {}, step: {}, execution: {}, stamp: {}, steps: {attribute: false}, answer: {state: true}, failure: {state: true}, all: {state: true}};

  updated(changes) {
    if (changes.has('run') || changes.has('stamp') || changes.has('execution')) {
      if (changes.has('run')) {
        this.answer = undefined;
        this.all = false;
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

  /** A step of the same execution is picked; anything else has a page of its own. */
  name(one) {
    const here = this.execution || this.run?.slice(0, this.run.lastIndexOf('.'));
    const step = one.run_id && one.execution_id === here ? this.steps?.find(known => known === one.name) : undefined;
    if (one.run_id === this.run || (!one.run_id && !this.run && one.execution_id === here)) {
      return html`${one.name}`;
    }
    return step
      ? html`<button class="link" @click=${() => this.dispatchEvent(new CustomEvent('pick', {detail: step, bubbles: true}))}>${one.name}</button>`
      : html`<a href="${base}${one.link}">${one.name}</a>`;
  }

  reason(one) {
    return html`<li><i class="why-dot ${DOTS[one.cause] || 'quiet'}"></i><span>${this.name(one)} ${timed(one.text)}</span></li>`;
  }

  plain(text, dot) {
    return html`<li><i class="why-dot ${dot}"></i><span class="soft">${timed(text)}</span></li>`;
  }

  /** The chain to the cause, and what else is waited for beside it. */
  reasons({chain, more, because, more_because: others}) {
    const last = chain.length - 1;
    const beside = because.filter(one => !chain.some(link => link.link === one.link));
    const shown = this.all ? beside : beside.slice(0, BESIDE);
    const folded = beside.length - shown.length;
    return html`${chain.map((one, i) => html`${i === last && more ? this.plain(`and ${more} more, down to`, 'open') : nothing}${this.reason(one)}`)}
      ${shown.map(one => this.reason(one))}
      ${folded ? html`<li><i class="why-dot open"></i><button class="link" @click=${() => { this.all = true; }}>and ${number(folded + (others || 0))} more</button></li>`
        : others ? this.plain(`and ${number(others)} more`, 'open') : nothing}`;
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
      <ul class="why-list">${this.reasons(answer)}
      ${answer.facts.map(fact => this.plain(fact, 'quiet'))}
      ${answer.remedy ? html`<li><i class="why-dot hollow"></i><span class="soft">${timed(answer.remedy)}</span></li>` : nothing}</ul>`;
  }
}

customElements.define('baton-why', Why);
