/** The client of the API. Errors are thrown with the server's message. */
import {base} from './base.js';

const BASE = `${base}/api/v1`;

/** The token that an application may ask for with each change: Spring Security keeps it in this cookie. */
const applicationToken = () => /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem?.detail || `the server answered ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** The server cannot be reached; the store shows that, so views need not. */
export class Unreachable extends Error {}

function address(path, query) {
  const url = new URL(BASE + path, location.origin);
  for (const [name, value] of Object.entries(query || {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') {
        url.searchParams.append(name, one);
      }
    }
  }
  return url;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {{query?: object, body?: any, text?: string, type?: string, signal?: AbortSignal, raw?: boolean}} [options]
 */
async function ask(method, path, {query, body, text, type, signal, raw} = {}) {
  const headers = {};
  if (method !== 'GET') {
    headers['X-Baton-CSRF'] = '1';
    headers['Content-Type'] = type || 'application/json';
    const token = applicationToken();
    if (token) {
      headers['X-XSRF-TOKEN'] = decodeURIComponent(token);
    }
  }
  let answer;
  try {
    answer = await fetch(address(path, query), {
      method,
      headers,
      signal,
      body: text ?? (body === undefined && method !== 'POST' ? undefined : JSON.stringify(body ?? {})),
    });
  } catch (failure) {
    if (failure.name === 'AbortError') {
      throw failure;
    }
    throw new Unreachable('the server cannot be reached');
  }
  if (answer.status === 401) {
    dispatchEvent(new CustomEvent('baton-signed-out'));
  }
  if (raw && answer.ok) {
    return answer;
  }
  const content = answer.status === 204 ? undefined : read(await answer.text());
  if (!answer.ok) {
    throw new ApiError(answer.status, content);
  }
  return content;
}

export const api = {
  get: (path, query, options) => ask('GET', path, {...options, query}),
  post: (path, body, options) => ask('POST', path, {...options, body}),
  put: (path, body, options) => ask('PUT', path, {...options, body}),
  delete: (path, options) => ask('DELETE', path, options),
  raw: (path, query, options) => ask('GET', path, {...options, query, raw: true}),
};

export const enc = encodeURIComponent;
