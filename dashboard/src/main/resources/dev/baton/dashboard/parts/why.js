import {html, nothing} from 'lit';
import {Part} from '../core/view.js';
import {api, enc} from '../core/api.js';
import {length, plural} from '../core/format.js';
import {timed} from './bits.js';
import {tone} from './status.js';

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

  /**
   * A step of the same execution is selected, any other run or execution opened; nothing for what one looks at already.
   *
   * @param {string | undefined} name
   * @param {{run_id?: string, execution_id?: string}} place
   */
  link(name, {run_id: run, execution_id: execution}) {
    const step = this.steps?.find(one => one === name || one === name?.slice(name.indexOf('/') + 1));
    if (step && step !== this.step) {
      return html`<button class="link" @click=${() => this.dispatchEvent(new CustomEvent('pick', {detail: step, bubbles: true}))}>${step}</button>`;
    }
    if (step || run === this.run || !run && !execution) {
      return undefined;
    }
    return html`<a href="${run ? `/runs/${enc(run)}` : `/executions/${enc(execution)}`}">${name}</a>`;
  }

  /** What it is about, and why that is where it is. A text that names its cause goes on from the name. */
  cause(one, first) {
    const {kind, name, text, status, cause} = one;
    const link = first && cause ? undefined : this.link(name, one);
    const rest = name && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
    const words = link ? html`${link} ${timed(rest)}` : timed(cause && !first ? `${name} ${text}` : text);
    return html`<li><i class="why-dot ${status ? tone(status) : DOTS[kind] || 'quiet'}"></i><span>${words}</span></li>`;
  }

  /** Who holds the limit, who is ahead, on which worker, until when: where the server knows. */
  details({until, limit, holders = [], more_holders: more, ahead, worker, usually}) {
    const fact = words => html`<li><i class="why-dot hollow"></i><span>${words}</span></li>`;
    return html`${holders.length ? fact(html`${limit ? `${limit}: ` : ''}held by ${holders.slice(0, 3).map((holder, i) => html`${i ? ', ' : ''}${this.link(holder.job, holder) ?? holder.job}${holder.since ? html` since ${timed(holder.since)}` : nothing}`)}${holders.length > 3 || more ? ` and ${holders.length - Math.min(3, holders.length) + (more || 0)} more` : ''}`) : nothing}
      ${ahead?.count ? fact(html`${plural(ahead.count, 'run')} ahead${ahead.since ? html`, the first since ${timed(ahead.since)}` : nothing}`) : nothing}
      ${worker ? fact(html`on <a href="/workers">${worker.name}</a>, which has ${worker.running} of ${worker.capacity}`) : nothing}
      ${until ? fact(html`over by itself ${timed(until)}`) : usually ? fact(html`usually takes ${length(usually)}`) : nothing}`;
  }

  render() {
    const answer = this.answer;
    if (this.failure && !answer) {
      return html`<p class="soft">${this.failure.message}</p>`;
    }
    if (!answer) {
      return html`<div class="loading small-loading"></div>`;
    }
    const chain = answer.chain?.length ? answer.chain : answer.because;
    return html`<h2>${QUESTIONS[answer.status] || 'Why?'}</h2>
      <ul class="why-list">${chain.length ? chain.map((one, i) => this.cause(one, i === 0)) : html`<li><i class="why-dot quiet"></i><span>${timed(answer.text)}</span></li>`}
      ${this.details(answer)}
      ${answer.remedy ? html`<li><i class="why-dot hollow"></i><span class="soft">${timed(answer.remedy)}</span></li>` : nothing}</ul>`;
  }
}

customElements.define('baton-why', Why);
