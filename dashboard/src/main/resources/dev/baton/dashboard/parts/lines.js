const MOST_AT_ONCE = 1_000_000;

/** The lines of a log, in columns: a million objects would take ten times the room. */
export class Lines {
  constructor() {
    this.joins = false;
    this.text = [];
    this.time = [];
    this.stream = [];
    this.attempt = [];
  }

  get length() {
    return this.text.length;
  }

  /** Adds a line, or what continues the last one. */
  add(line) {
    if (this.joins) {
      this.text[this.length - 1] += line.text;
    } else {
      this.push(line);
    }
    this.joins = line.continued;
  }

  push(line) {
    this.text.push(line.text);
    this.time.push(Date.parse(line.time));
    this.stream.push(line.stream);
    this.attempt.push(line.attempt);
  }

  /** Drops the oldest lines. */
  drop(count) {
    for (const column of ['text', 'time', 'stream', 'attempt']) {
      this[column] = this[column].slice(count);
    }
  }

  /** @param {Lines[]} others what comes before, in order */
  prepend(others) {
    for (const column of ['text', 'time', 'stream', 'attempt']) {
      this[column] = [].concat(...others.map(other => other[column]), this[column]);
    }
  }
}

/**
 * The lines of a log that begin in a range of offsets.
 *
 * @param {(options: Record<string, any>) => string} addressOf the log's address with these options
 * @param {number} from
 * @param {number} until
 * @returns {Promise<Lines>}
 */
export async function readLines(addressOf, from, until) {
  const lines = new Lines();
  for (let at = from; at < until;) {
    const answer = await fetch(addressOf({offset: at, limit: Math.min(MOST_AT_ONCE, until - at)}), {headers: {Accept: 'application/x-ndjson'}});
    if (!answer.ok) {
      throw new Error(`the server answered ${answer.status}`);
    }
    const text = await answer.text();
    for (const one of text.split('\n')) {
      const line = one && JSON.parse(one);
      if (line && line.offset < until) {
        lines.add(line);
      }
    }
    const next = Number(answer.headers.get('Baton-Next-Offset'));
    if (!text || !(next > at)) {
      break;
    }
    at = next;
  }
  return lines;
}
