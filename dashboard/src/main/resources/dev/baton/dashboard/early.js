'use strict';

/* Before anything is drawn: the theme that was chosen, so that no white page flashes in the dark. */
const chosen = (() => {
  try {
    return JSON.parse(localStorage.getItem('baton.settings') || '{}').theme;
  } catch {
    return undefined;
  }
})();
if (chosen === 'light' || chosen === 'dark') {
  document.documentElement.dataset.theme = chosen;
}
