import {Part} from '../core/view.js';

/** Above so many nodes a graph has a map, and may be drawn too small to read. */
export const MAP_FROM = 50;

const MARGIN = 28;

/** The smallest and the largest zoom. */
const LEAST = 0.004;
const MOST = 2.5;

/**
 * Where one looks at a drawing from: `x`, `y` and `zoom`, changed by wheel, pointer and buttons, until then such that all of it
 * fits. What extends it has `drawing` and `places`, applies the three in `place()`, and says by `isLarge` that nothing need be
 * readable.
 */
export class Eye extends Part {
  constructor() {
    super();
    this.zoom = 1;
    this.x = 0;
    this.y = 0;
    this.touched = false;
    /** @type {string | undefined} where from, as the address has it: zoom and the middle */
    this.look = undefined;
    this.wide = 0;
    this.high = 0;
  }

  place() {}

  /** Looks how much room there is: once when that changes, because a browser that is asked amid changes has to lay out all of them first. */
  measure() {
    this.wide = this.clientWidth;
    this.high = this.clientHeight;
  }

  /** As high as what is drawn, within reason; whoever places the graph may give it more. */
  askHeight() {
    this.measure();
    if (!this.drawing || !this.wide) {
      return;
    }
    const zoom = Math.min(1, (this.wide - MARGIN * 2) / this.drawing.width);
    const most = this.drawing.turned ? 640 : 480;
    const height = this.drawing.nodes.length > MAP_FROM ? 480 : Math.round(Math.max(148, Math.min(most, this.drawing.height * Math.max(zoom, 0.56) + 92)));
    this.style.setProperty('--graph-height', `${height}px`);
    this.measure();
  }

  /** Looks from where the address says; whether it says so. */
  lookFrom() {
    const [zoom, x, y] = (this.look ?? '').split(',').map(Number);
    if (!(zoom >= LEAST && zoom <= MOST) || Number.isNaN(x + y)) {
      return false;
    }
    this.zoom = zoom;
    this.x = this.wide / 2 - x * zoom;
    this.y = this.high / 2 - y * zoom;
    this.touched = true;
    this.place();
    return true;
  }

  /** Fires "look" once the movement has stopped, to update the address. */
  moved() {
    this.touched = true;
    this.place();
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      const middle = (room, at) => Math.round((room / 2 - at) / this.zoom);
      this.say(`${Number(this.zoom.toFixed(3))},${middle(this.wide, this.x)},${middle(this.high, this.y)}`);
    }, 300);
  }

  /** Shows all of it again. */
  fitAll() {
    clearTimeout(this.saying);
    this.touched = false;
    this.say(undefined);
    this.fit();
  }

  say(look) {
    this.look = look;
    this.dispatchEvent(new CustomEvent('look', {detail: look, bubbles: true}));
  }

  fit() {
    const {wide: width, high: height, drawing} = this;
    if (!drawing || !width || !height || this.lookFrom()) {
      return;
    }
    const zoom = Math.min(1, (width - MARGIN * 2) / drawing.width, (height - MARGIN * 2) / drawing.height);
    const least = this.isLarge ? LEAST : drawing.nodes.length > 4 * MAP_FROM ? 0.03 : drawing.nodes.length > MAP_FROM ? 0.1 : 0.56;
    this.zoom = Math.max(zoom, least);
    this.x = (width - drawing.width * this.zoom) / 2;
    this.y = (height - drawing.height * this.zoom) / 2;
    if (this.zoom > zoom) {
      this.lookAt(this.places?.get(this.selected)?.box);
    }
    this.place();
  }

  /** Moves what does not fit so that a box is in the middle, as far as there is something on both sides of it. */
  lookAt(box) {
    const along = (size, room, begin, length) => (size <= room - MARGIN * 2 ? (room - size) / 2
      : Math.max(room - size - MARGIN, Math.min(MARGIN, room / 2 - (begin + length / 2) * this.zoom)));
    this.x = along(this.drawing.width * this.zoom, this.wide, box?.x ?? 0, box?.width ?? 0);
    this.y = along(this.drawing.height * this.zoom, this.high, box?.y ?? 0, box?.height ?? 0);
  }

  /** Moves what runs into sight. */
  lookAtRunning() {
    const running = this.drawing?.nodes.find(node => this.runs?.get(node.step)?.status === 'running');
    if (running && !this.fitsIn()) {
      this.lookAt(running.box);
      this.place();
    }
  }

  scale(factor, cx = this.wide / 2, cy = this.high / 2) {
    const next = Math.max(LEAST, Math.min(MOST, this.zoom * factor));
    this.x = cx - (cx - this.x) * next / this.zoom;
    this.y = cy - (cy - this.y) * next / this.zoom;
    this.zoom = next;
    this.moved();
  }

  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey && !this.touched && this.fitsIn()) {
      return;
    }
    event.preventDefault();
    const box = this.getBoundingClientRect();
    this.scale(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  fitsIn() {
    return this.drawing.width * this.zoom <= this.wide && this.drawing.height * this.zoom <= this.high;
  }

  onDown(event) {
    if (event.button !== 0 || event.target.closest('button')) {
      return;
    }
    const start = {x: event.clientX - this.x, y: event.clientY - this.y, px: event.clientX, py: event.clientY};
    const canvas = event.target.tagName === 'CANVAS';
    let moved = false;
    const move = next => {
      if (!moved && Math.hypot(next.clientX - start.px, next.clientY - start.py) < 4) {
        return;
      }
      moved = true;
      this.x = next.clientX - start.x;
      this.y = next.clientY - start.y;
      this.moved();
    };
    const up = end => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      if (!moved && canvas) {
        const box = this.getBoundingClientRect();
        const hit = this.hit((end.clientX - box.left - this.x) / this.zoom, (end.clientY - box.top - this.y) / this.zoom);
        if (hit) {
          this.pick(hit.step);
        }
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  }

  hit(x, y) {
    return this.drawing.nodes.find(({box}) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  }
}
