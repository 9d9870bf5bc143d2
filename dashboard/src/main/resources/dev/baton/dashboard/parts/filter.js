/** Filters as text: "name:etl status:failure"; a bare word is the first key. */
export function parseFilter(text, keys, bare) {
  const found = {};
  for (const word of text.trim().split(/\s+/).filter(Boolean)) {
    const colon = word.indexOf(':');
    const key = colon > 0 && keys.includes(word.slice(0, colon)) ? word.slice(0, colon) : bare;
    const value = key === word.slice(0, colon) ? word.slice(colon + 1) : word;
    if (value) {
      (found[key] ??= []).push(value);
    }
  }
  return found;
}

export const filterText = filter => Object.entries(filter).flatMap(([key, values]) => values.map(value => `${key}:${value}`)).join(' ');
