/**
 * What of a large graph is worth drawing: from far away boxes without words, from near only what is in sight and around it.
 * A small graph is drawn in full.
 */
const FAR = 0.4;

export class Sight {
  constructor() {
    this.far = false;
    this.key = '';
    /** @type {import('./drawing.js').Box | undefined} */
    this.box = undefined;
  }

  /**
   * Looks from there.
   *
   * @param {{x: number, y: number, zoom: number, wide: number, high: number}} eye
   * @param {boolean} large whether there is too much to draw all of it
   * @returns {boolean} whether something else is to be drawn than before
   */
  look({x, y, zoom, wide, high}, large) {
    this.far = large && zoom < FAR;
    const width = wide / zoom;
    const height = high / zoom;
    // In steps of half a screen, with as much around it: to move a little changes nothing.
    const left = Math.floor(-x / zoom / width * 2) * width / 2;
    const top = Math.floor(-y / zoom / height * 2) * height / 2;
    this.box = large && !this.far ? {x: left - width / 2, y: top - height / 2, width: width * 2.5, height: height * 2.5} : undefined;
    const key = !large ? '' : this.far ? 'far' : `${left}:${top}:${width}`;
    const changed = key !== this.key;
    this.key = key;
    return changed;
  }

  /** @param {import('./drawing.js').Box} other */
  sees(other) {
    const {box} = this;
    return !box || other.x < box.x + box.width && other.x + other.width > box.x && other.y < box.y + box.height && other.y + other.height > box.y;
  }

  /** @param {import('./drawing.js').Point[]} route */
  seesAlong(route) {
    if (!this.box) {
      return true;
    }
    const first = route[0];
    const last = route[route.length - 1];
    return this.sees({x: Math.min(first.x, last.x), y: Math.min(first.y, last.y), width: Math.abs(last.x - first.x) + 1, height: Math.abs(last.y - first.y) + 1});
  }
}
