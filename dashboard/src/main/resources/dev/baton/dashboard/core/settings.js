/** Settings that this browser stores: the theme, and the state of views. */
const KEY = 'baton.settings';

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || '{}');
  } catch {
    return {};
  }
}

let values = read();

export function setting(name, usual) {
  return name in values ? values[name] : usual;
}

export function remember(name, value) {
  values = {...read(), [name]: value};
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Without storage, the setting lasts as long as the page.
  }
}

/** Light, dark, or as the system has it. */
export function setTheme(theme) {
  remember('theme', theme);
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  dispatchEvent(new CustomEvent('baton-theme'));
}
