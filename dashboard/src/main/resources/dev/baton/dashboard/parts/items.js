import {clipped} from './words.js';

/**
 * The items of a fan-out as a graph draws them inside the fan-out's node: a page of boxes in the order of the items.
 *
 * @typedef {import('./drawing.js').Drawing} Drawing
 */

/** How many items stand inside an opened fan-out at a time. */
export const ITEMS_ON_A_PAGE = 12;

const COLUMNS = 3;
const WIDTH = 172;
const HEIGHT = 54;
const GAP = 12;

/** What an item is called where there is little room. */
export function label(item, most = 60) {
  return clipped(typeof item === 'string' ? item : JSON.stringify(item), most);
}

/** What a run that belongs to a fan-out or to a workflow is called. */
export const childLabel = child => (child.role === 'reducer' ? 'reducer' : child.item !== undefined ? label(child.item) : child.job.slice(child.job.indexOf('/') + 1));

/** The name of a child inside its step: its number, because items may be equal, or long. */
const nameOf = child => (child.role === 'reducer' ? 'reducer' : String(child.index ?? child.id.slice(child.id.lastIndexOf('.') + 1)));

/**
 * A page of children as rows, as the timeline has them for steps.
 *
 * @param {{step: string, job: string}} row the fan-out
 * @param {any[]} children
 */
export function itemRows(row, children) {
  return children.map(child => ({
    run_id: child.id,
    step: `${row.step}/${nameOf(child)}`,
    label: childLabel(child),
    job: child.job,
    kind: child.role === 'reducer' ? 'reducer' : 'item',
    status: child.status,
    reason: child.reason,
    attempt: child.attempt,
    ready: child.started,
    started: child.started,
    finished: child.finished,
    attempts: child.started ? [{number: child.attempt, started: child.started, finished: child.finished, status: child.status, reason: child.reason}] : [],
  }));
}

/**
 * Boxes for a page of children. Every page of a fan-out is as large as its first, so that turning moves nothing.
 *
 * @param {any[]} children
 * @param {number} total how many there are on all pages
 * @returns {Drawing}
 */
export function itemsDrawing(children, total) {
  const room = Math.max(1, children.length, Math.min(total, ITEMS_ON_A_PAGE));
  const columns = Math.min(COLUMNS, room);
  const rows = Math.ceil(room / columns);
  return {
    width: columns * (WIDTH + GAP) - GAP,
    height: rows * (HEIGHT + GAP) - GAP,
    nodes: children.map((child, i) => ({
      step: nameOf(child),
      label: childLabel(child),
      kind: 'item',
      box: {x: i % columns * (WIDTH + GAP), y: Math.floor(i / columns) * (HEIGHT + GAP), width: WIDTH, height: HEIGHT},
    })),
    edges: [],
  };
}
