import {html, svg} from 'lit';

/** What a step does, as a shape: for graphs that have not run, and for lists of definitions. */

const KINDS = {
  shell: svg`<path d="M3 4.5 6.5 8 3 11.5M8.5 12H13" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  http: svg`<circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" stroke-width="1.4"/><path d="M2.2 8h11.6M8 2.2c3.4 3.6 3.4 8 0 11.6-3.4-3.6-3.4-8 0-11.6" fill="none" stroke="currentColor" stroke-width="1.3"/>`,
  fanout: svg`<path d="M2.5 8H7m0 0 5.5-4.5M7 8h6M7 8l5.5 4.5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>`,
  workflow: svg`<rect x="2" y="3" width="5" height="4" rx="1" fill="none" stroke="currentColor" stroke-width="1.5"/><rect x="9" y="9" width="5" height="4" rx="1" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M7 5h4.5v4" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
  approval: svg`<circle cx="8" cy="5.2" r="2.7" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M3 13.5c.6-3 2.5-4.4 5-4.4s4.400 1.400 5 4.400" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>`,
  wait: svg`<path d="M4.500 2.500h7L8 8l3.500 5.500h-7L8 8z" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>`,
  window: svg`<rect x="2.500" y="3.500" width="11" height="9.500" rx="1.500" fill="none" stroke="currentColor" stroke-width="1.500"/><path d="M2.500 6.500h11M6 2v2.500M10 2v2.500" stroke="currentColor" stroke-width="1.500"/>`,
};

export const kindShape = kind => KINDS[kind] || KINDS.shell;
export const kindIcon = kind => html`<svg class="ink-quiet status-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${kindShape(kind)}</svg>`;
