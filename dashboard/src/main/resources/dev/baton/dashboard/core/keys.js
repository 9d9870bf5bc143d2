import {go} from './router.js';

/** Keys for everything. Views listen for "baton-key" with the letter; lists answer to j, k and Enter by themselves. */

const typing = target => target.closest?.('input, textarea, select, [contenteditable], dialog');

function move(way) {
  const rows = [...document.querySelectorAll('.main [data-row]')];
  if (!rows.length) {
    return;
  }
  const at = rows.findIndex(row => row.contains(document.activeElement));
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + way))];
  const target = next.matches('a, button, [tabindex]') ? next : next.querySelector('a');
  target?.focus();
  next.scrollIntoView({block: 'nearest'});
}

export function keys(places, {help, search}) {
  let going = false;
  addEventListener('keydown', event => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      search();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) {
      return;
    }
    if (going) {
      going = false;
      const place = places.find(one => one.key === event.key);
      if (place) {
        event.preventDefault();
        go(place.path);
        return;
      }
    }
    const actions = {
      '/': search,
      '?': help,
      g: () => { going = true; setTimeout(() => { going = false; }, 1200); },
      j: () => move(1),
      k: () => move(-1),
    };
    if (actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    } else {
      dispatchEvent(new CustomEvent('baton-key', {detail: event}));
    }
  });
}
