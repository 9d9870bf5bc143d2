import {html, nothing} from 'lit';
import {View} from '../../core/view.js';
import {api, enc} from '../../core/api.js';
import {at, empty, since} from '../../parts/bits.js';
import {ask} from '../../parts/dialog.js';

/** Creates, lists and revokes tokens. */
class Tokens extends View {
  static properties = {...View.properties, made: {state: true}};

  heading() {
    return 'Tokens';
  }

  async load(signal) {
    return api.get('/tokens', undefined, {signal});
  }

  async create() {
    const made = await ask({
      title: 'Make a token',
      fields: [
        {name: 'name', label: 'Name', required: true, placeholder: 'who or what it is for'},
        {name: 'role', label: 'Role', value: 'viewer', required: true, options: [['viewer', 'viewer: looks'], ['operator', 'operator: starts, cancels, approves'], ['admin', 'admin: everything'], ['worker', 'worker: runs work']]},
      ],
      preview: html`<p class="faint">It is shown once.</p>`,
      action: 'Make it',
      act: values => api.post('/tokens', values),
    });
    if (made) {
      this.made = made;
      this.reload();
    }
  }

  revoke(token) {
    return ask({
      title: `Revoke ${token.name}?`,
      preview: html`<p>Whoever uses it is refused from now on; browsers signed in with it are signed out.</p>`,
      action: 'Revoke',
      danger: true,
      act: () => api.delete(`/tokens/${enc(token.id)}`).then(() => true),
    }).then(() => this.reload());
  }

  show({items}) {
    return html`<div class="head"><h1>Tokens</h1><div class="actions"><button class="button primary" @click=${() => this.create()}>Make a token…</button></div></div>
      ${this.made ? html`<section class="card pad made" role="status"><p>The token <b>${this.made.token.name}</b>, shown only once:</p><p class="row wrap"><code class="secret">${this.made.secret}</code><button class="button" @click=${() => navigator.clipboard?.writeText(this.made.secret)}>Copy</button><button class="button" @click=${() => { this.made = undefined; }}>Done</button></p></section>` : nothing}
      ${items.length === 0 ? empty('No token', '') : html`<section class="card scroll-x"><table><thead><tr><th>name</th><th>role</th><th>made</th><th class="wide-only">last used</th><th class="wide-only">expires</th><th><span class="sr">revoke</span></th></tr></thead><tbody>${items.map(token => html`<tr data-row><td><b>${token.name}</b></td><td>${token.role}</td><td>${at(token.created)}</td><td class="wide-only">${token.last_used || token.used ? since(token.last_used || token.used) : html`<span class="faint">never</span>`}</td><td class="wide-only">${token.expires ? at(token.expires) : html`<span class="faint">never</span>`}</td><td class="number">${token.revoked ? html`<span class="faint">revoked</span>` : html`<button class="button" @click=${() => this.revoke(token)}>Revoke…</button>`}</td></tr>`)}</tbody></table></section>`}`;
  }
}

customElements.define('view-tokens', Tokens);
