import {html, nothing} from 'lit';
import {base} from '../core/base.js';
import {css} from '../core/css.js';
import {ago, exactly, length, moment, seconds, until} from '../core/format.js';
import {now} from '../core/store.js';
import {WORDS} from './status.js';

/** Small things that many views show. */

export const at = time => (time ? html`<time datetime="${time}" title="${exactly(time)}">${moment(time, now())}</time>` : nothing);
export const since = time => (time ? html`<time datetime="${time}" title="${exactly(time)}">${ago(time, now())}</time>` : nothing);
export const to = time => (time ? html`<time datetime="${time}" title="${exactly(time)}">${until(time, now())}</time>` : nothing);

/** The last executions as bars: height is duration, colour is status. */
export function bars(recent, {count = 25, width = 106, height = 26} = {}) {
  const shown = recent.slice(0, count).reverse();
  const longest = Math.max(1e-3, ...shown.map(one => seconds(one.duration) || 0));
  const step = width / count;
  const failed = shown.filter(one => one.status === 'failure' || one.status === 'timeout').length;
  return html`<span class="bars" role="group" aria-label="the last ${shown.length} executions, ${failed} failed"
      ${css({width: `${width}px`, height: `${height}px`})}>
    ${shown.map((one, i) => {
      const share = one.duration === undefined ? 0.5 : Math.sqrt((seconds(one.duration) || 0) / longest);
      return html`<a href="${base}/executions/${one.id}" tabindex="-1" class="bar-slot"
          title="${WORDS[one.status]}${one.duration ? `, ${length(one.duration)}` : ''}, ${moment(one.created)}"
          aria-label="execution ${WORDS[one.status]}"
          ${css({left: `${(count - shown.length + i) * step}px`, width: `${step}px`})}>
        <i class="bar ${one.status}" ${css({height: `${Math.max(3, share * height)}px`})}></i></a>`;
    })}</span>`;
}

/** A text with its times in the reader's zone. */
export const timed = text => String(text).split(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/).map((part, i) => (i % 2 ? at(part) : part));

/** The placeholder of an empty list. */
export const empty = (title, text, action = /** @type {any} */ (nothing)) =>
  html`<div class="empty"><h2>${title}</h2><p class="soft">${text}</p>${action}</div>`;

export const meter = (share, tone = 'running') =>
  html`<span class="meter" role="img" aria-label="${Math.round(share * 100)} percent"><i class="${tone}" ${css({width: `${Math.round(share * 100)}%`})}></i></span>`;

/** Tabs that are links: each has an address. */
export const tabs = (chosen, list, href) => html`<nav class="tabs" aria-label="Parts of this page">
  ${list.filter(Boolean).map(([id, words]) => html`<a href="${base}${href(id)}" aria-current="${id === chosen ? 'page' : 'false'}">${words}</a>`)}</nav>`;

export const crumbs = (...links) => html`<nav class="crumbs" aria-label="Where this is">${links.map(([words, href], i) =>
  html`${i ? html`<span aria-hidden="true"> / </span>` : nothing}${href ? html`<a href="${base}${href}">${words}</a>` : html`<span>${words}</span>`}`)}</nav>`;

/** A value of JSON, laid out. */
export const json = value => html`<pre class="json" tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

export const facts = list => html`<dl class="facts">${list.filter(([, value]) => value !== undefined && value !== null && value !== nothing && value !== '')
  .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
