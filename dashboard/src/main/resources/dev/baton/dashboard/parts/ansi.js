/** Colours of terminals: splits a line into pieces {text, classes}. Unknown sequences are left out. */
const SEQUENCE = /\u001b(?:\[([0-9;]*)([A-Za-z])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78])/g;
const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

function apply(state, codes) {
  let next = {...state};
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) {
      next = {};
    } else if (code === 1) {
      next.bold = true;
    } else if (code === 2) {
      next.dim = true;
    } else if (code === 3) {
      next.italic = true;
    } else if (code === 4) {
      next.underline = true;
    } else if (code === 22) {
      next.bold = next.dim = false;
    } else if (code === 23) {
      next.italic = false;
    } else if (code === 24) {
      next.underline = false;
    } else if (code >= 30 && code <= 37) {
      next.ink = NAMES[code - 30];
    } else if (code >= 90 && code <= 97) {
      next.ink = NAMES[code - 90];
    } else if (code >= 40 && code <= 47) {
      next.ground = NAMES[code - 40];
    } else if (code === 39) {
      next.ink = undefined;
    } else if (code === 49) {
      next.ground = undefined;
    } else if (code === 38 || code === 48) {
      const colour = codes[i + 1] === 5 ? codes[i + 2] : undefined;
      i += codes[i + 1] === 5 ? 2 : codes[i + 1] === 2 ? 4 : 0;
      if (colour !== undefined && colour < 16) {
        next[code === 38 ? 'ink' : 'ground'] = NAMES[colour % 8];
      }
    }
  }
  return next;
}

const classesOf = state => [
  state.bold && 'a-bold', state.dim && 'a-dim', state.italic && 'a-italic', state.underline && 'a-underline',
  state.ink && `a-${state.ink}`, state.ground && `a-on-${state.ground}`].filter(Boolean).join(' ');

export function pieces(line) {
  if (!line.includes('\u001b')) {
    return [{text: line, classes: ''}];
  }
  const result = [];
  let state = {};
  let end = 0;
  for (const match of line.matchAll(SEQUENCE)) {
    if (match.index > end) {
      result.push({text: line.slice(end, match.index), classes: classesOf(state)});
    }
    if (match[2] === 'm') {
      state = apply(state, (match[1] || '0').split(';').map(Number));
    }
    end = match.index + match[0].length;
  }
  if (end < line.length) {
    result.push({text: line.slice(end), classes: classesOf(state)});
  }
  return result;
}

export const plain = line => (line.includes('\u001b') ? line.replace(SEQUENCE, '') : line);
