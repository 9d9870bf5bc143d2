/**
 * Where the parts of a graph stand: turns what the server laid out upright for a narrow screen, makes room for a graph inside
 * a node, bends lines, and finds places for their labels. Pure: takes drawings and returns drawings.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{from: number, shown: number, total: number, size: number}} Page
 * @typedef {{step: string, box: Box, label?: string, last?: boolean, kind?: string, join?: string, open?: boolean, inside?: boolean, page?: Page}} Node
 * @typedef {{parent: string, child: string, conditions?: string[], route: Point[], holds?: boolean}} Edge
 * @typedef {{width: number, height: number, nodes: Node[], edges: Edge[], turned?: boolean}} Drawing
 */

const SIDE = 16;
const HEAD = 46;
const FOOT = 16;
const STEP_WIDTH = 172;
const STEP_HEIGHT = 54;

/** How far apart upright columns are, for rows that were as far apart as the layout puts them: 54 and a gap of 28. */
const SPREAD = (STEP_WIDTH + 16) / (STEP_HEIGHT + 28);

const distance = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.hypot(a.x - b.x, a.y - b.y);

/** @param {Point} from @param {Point} to @param {number} length @returns {Point} */
function toward(from, to, length) {
  const whole = distance(from, to) || 1;
  return {x: from.x + (to.x - from.x) / whole * length, y: from.y + (to.y - from.y) / whole * length};
}

/**
 * A curve along the route that the server drew: smooth where it is simple, with round corners where it is not.
 *
 * @param {Point[]} route
 * @param {boolean} [turned] whether it runs from top to bottom
 */
export function curve(route, turned = false) {
  const points = turned ? route.map(({x, y}) => ({x: y, y: x})) : route;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => (turned ? `${y} ${x}` : `${x} ${y}`);
  const [first, ...rest] = points;
  const last = rest[rest.length - 1];
  if (rest.length <= 3) {
    const middle = rest.length === 3 ? rest[0].x : (first.x + last.x) / 2;
    const bend = Math.max(18, Math.min(Math.abs(last.x - first.x) / 2, 48));
    if (Math.abs(first.y - last.y) < 1) {
      return `M${at(first.x, first.y)}L${at(last.x, last.y)}`;
    }
    const from = Math.max(first.x, middle - bend);
    const to = Math.min(last.x, middle + bend);
    return `M${at(first.x, first.y)}L${at(from, first.y)}C${at(middle + (to - middle) * .3, first.y)} ${at(middle - (middle - from) * .3, last.y)} ${at(to, last.y)}L${at(last.x, last.y)}`;
  }
  let path = `M${at(first.x, first.y)}`;
  for (let i = 0; i < rest.length - 1; i++) {
    const before = i ? rest[i - 1] : first;
    const corner = rest[i];
    const after = rest[i + 1];
    const radius = Math.min(14, distance(before, corner) / 2, distance(corner, after) / 2);
    const enter = toward(corner, before, radius);
    const leave = toward(corner, after, radius);
    path += `L${at(enter.x, enter.y)}Q${at(corner.x, corner.y)} ${at(leave.x, leave.y)}`;
  }
  return `${path}L${at(last.x, last.y)}`;
}

/** @param {Point[]} route @param {number} share @returns {Point} */
function along(route, share) {
  const lengths = route.slice(1).map((point, i) => distance(route[i], point));
  let left = lengths.reduce((sum, one) => sum + one, 0) * share;
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i]) {
      return toward(route[i], route[i + 1], left);
    }
    left -= lengths[i];
  }
  return route[route.length - 1];
}

const PLACES = [.5, .42, .58, .34, .66, .26, .74, .18, .82, .12, .88];
const MOST_LOOKS = 400000;

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/**
 * Where the labels of edges stand: on their line, near its middle, and as far as possible on no box and no other label.
 *
 * @param {Drawing} drawing
 * @param {(edge: Edge) => string} wordsOf what an edge says; empty for most
 * @returns {Map<Edge, Point & {half: number, words: string}>}
 */
export function labels(drawing, wordsOf) {
  const placed = new Map();
  /** @type {Box[]} */
  const taken = [];
  const said = drawing.edges.map(edge => ({edge, words: wordsOf(edge)})).filter(one => one.words);
  const looks = said.length * (drawing.nodes.length + said.length) * PLACES.length;
  for (const {edge, words} of said) {
    const half = words.length * 2.9 + 7;
    let best = along(edge.route, .5);
    let least = Infinity;
    for (const share of looks > MOST_LOOKS ? [.5] : PLACES) {
      const {x, y} = along(edge.route, share);
      const box = {x: x - half - 2, y: y - 11, width: half * 2 + 4, height: 22};
      const covered = [...drawing.nodes.filter(node => !node.open).map(node => node.box), ...taken].reduce((sum, other) => sum + overlap(box, other), 0);
      if (covered < least) {
        least = covered;
        best = {x, y};
        if (!covered) {
          break;
        }
      }
    }
    taken.push({x: best.x - half, y: best.y - 9, width: half * 2, height: 18});
    placed.set(edge, {...best, half, words});
  }
  return placed;
}

/**
 * The same graph from top to bottom, for a screen that is higher than wide. Columns become rows, which are as high as a box.
 *
 * @param {Drawing} drawing
 * @returns {Drawing}
 */
export function turn(drawing) {
  const columns = [...new Map(drawing.nodes.map(({box}) => [Math.round(box.x), box])).values()].sort((a, b) => a.x - b.x);
  const down = (/** @type {number} */ x) => {
    let y = x;
    for (const column of columns) {
      const inside = Math.min(Math.max(0, x - column.x), column.width);
      y -= inside * (1 - STEP_HEIGHT / column.width);
    }
    return y;
  };
  const moved = ({x, y}) => ({x: y * SPREAD, y: down(x)});
  const nodes = drawing.nodes.map(node => {
    const middle = (node.box.y + node.box.height / 2) * SPREAD;
    return {...node, box: {x: middle - STEP_WIDTH / 2, y: down(node.box.x), width: STEP_WIDTH, height: STEP_HEIGHT}};
  });
  const left = Math.min(0, ...nodes.map(node => node.box.x));
  const shift = (/** @type {Point} */ point) => ({...point, x: point.x - left});
  return {
    turned: true,
    width: Math.max(...nodes.map(node => node.box.x + node.box.width)) - left,
    height: down(drawing.width),
    nodes: nodes.map(node => ({...node, box: {...node.box, x: node.box.x - left}})),
    edges: drawing.edges.map(edge => ({...edge, route: edge.route.map(moved).map(shift)})),
  };
}

/**
 * A graph in which a node has become a frame around the graph inside it: what stands right of it or below it moves away.
 * What is inside is called by the node's name, a slash, and its own.
 *
 * @param {Drawing} drawing
 * @param {string} step the node that is opened
 * @param {Drawing} inner
 * @param {Page} [page] which of its items a fan-out shows
 * @returns {Drawing}
 */
export function opened(drawing, step, inner, page) {
  const frame = drawing.nodes.find(node => node.step === step);
  if (!frame) {
    return drawing;
  }
  const {box} = frame;
  const wider = Math.max(0, inner.width + 2 * SIDE - box.width);
  const higher = Math.max(0, inner.height + HEAD + FOOT - box.height);
  const away = (/** @type {Point} */ {x, y}) => ({
    x: x >= box.x + box.width - .5 ? x + wider : x,
    y: y >= box.y + box.height - .5 ? y + higher : y,
  });
  const into = (/** @type {Point} */ {x, y}) => ({x: x + box.x + SIDE, y: y + box.y + HEAD});
  const name = (/** @type {string} */ own) => `${step}/${own}`;
  const places = new Map(drawing.nodes.map(node => [node.step, node.box]));
  // The ends of a line stay at their boxes, which may move less than the way between them.
  const end = (/** @type {string} */ at, /** @type {Point} */ point) => {
    const own = places.get(at);
    const to = own && at !== step ? away(own) : undefined;
    return own && to ? {x: point.x + to.x - own.x, y: point.y + to.y - own.y} : away(point);
  };
  const moved = (/** @type {Edge} */ {parent, child, route}) => {
    const way = route.map(away);
    const first = end(parent, route[0]);
    const last = end(child, route[route.length - 1]);
    const same = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.abs(a.x - b.x) < .5 && Math.abs(a.y - b.y) < .5;
    return [...(same(first, way[0]) ? [] : [first]), ...way, ...(same(last, way[way.length - 1]) ? [] : [last])];
  };
  return {
    width: drawing.width + wider,
    height: drawing.height + higher,
    nodes: [
      ...drawing.nodes.map(node => (node === frame ? {...node, open: true, page, box: {...box, width: box.width + wider, height: box.height + higher}}
        : {...node, box: {...node.box, ...away(node.box)}})),
      ...inner.nodes.map(node => ({...node, step: name(node.step), label: node.label ?? node.step, inside: true, box: {...node.box, ...into(node.box)}})),
    ],
    edges: [
      ...drawing.edges.map(edge => ({...edge, route: moved(edge)})),
      ...inner.edges.map(edge => ({...edge, parent: name(edge.parent), child: name(edge.child), route: edge.route.map(into)})),
    ],
  };
}

/**
 * Whether a graph is so broad, or so small, that it stands above what belongs to it rather than beside.
 *
 * @param {Drawing} drawing
 */
export const broad = ({width, height, nodes}) => nodes.filter(node => !node.inside).length === 1 || width > 800 && width > 2 * height;
