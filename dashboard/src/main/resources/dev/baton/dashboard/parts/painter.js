import {tone} from './status.js';

const NAMES = ['panel', 'ink', 'line', 'success', 'running', 'failure', 'pending', 'asks', 'quiet'];
const LINES_FROM = 0.06;
const NAMES_FROM = 0.4;

/** Draws a graph of thousands of steps onto a canvas in one go: only what is in sight, and names only where they can be read. */
export class Painter {
  /** @param {HTMLElement & {wide: number, high: number}} element whose style has the colours, and whose size the canvas has */
  constructor(element) {
    this.element = element;
  }

  /** The colours of the theme, as a canvas takes them; looked up once a second, for a theme that changes. */
  palette() {
    if (!this.colours || performance.now() - this.colours.at > 1000) {
      const probe = document.createElement('span');
      this.element.append(probe);
      const known = new Map(NAMES.map(name => {
        probe.style.color = `var(--c-${name})`;
        return [name, getComputedStyle(probe).color];
      }));
      probe.remove();
      this.colours = {at: performance.now(), of: name => known.get(name)};
    }
    return this.colours.of;
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import('./drawing.js').Drawing} drawing
   * @param {{x: number, y: number, zoom: number, selected?: string, statusOf: (step: string) => string | undefined}} view
   */
  paint(canvas, drawing, {x, y, zoom, selected, statusOf}) {
    const ratio = devicePixelRatio || 1;
    const {wide: clientWidth, high: clientHeight} = this.element;
    if (canvas.width !== clientWidth * ratio || canvas.height !== clientHeight * ratio) {
      canvas.width = clientWidth * ratio;
      canvas.height = clientHeight * ratio;
    }
    const draw = canvas.getContext('2d');
    const ink = this.palette();
    draw.setTransform(1, 0, 0, 1, 0, 0);
    draw.clearRect(0, 0, canvas.width, canvas.height);
    draw.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
    const left = -x / zoom;
    const top = -y / zoom;
    const right = left + clientWidth / zoom;
    const bottom = top + clientHeight / zoom;
    const sees = (bx, by, w, h) => bx < right && bx + w > left && by < bottom && by + h > top;
    if (zoom > LINES_FROM) {
      draw.strokeStyle = ink('line');
      draw.lineWidth = 1;
      draw.beginPath();
      for (const {route} of drawing.edges) {
        const first = route[0];
        const last = route[route.length - 1];
        if (sees(Math.min(first.x, last.x), Math.min(first.y, last.y), Math.abs(last.x - first.x), Math.abs(last.y - first.y) + 1)) {
          draw.moveTo(first.x, first.y);
          for (let i = 1; i < route.length; i++) {
            draw.lineTo(route[i].x, route[i].y);
          }
        }
      }
      draw.stroke();
    }
    const visible = drawing.nodes.filter(({box}) => sees(box.x, box.y, box.width, box.height));
    if (zoom > NAMES_FROM) {
      this.paintNamed(draw, visible, ink, selected, statusOf);
    } else {
      this.paintSmall(draw, visible, ink, statusOf);
      const chosen = visible.find(node => node.step === selected);
      if (chosen) {
        draw.strokeStyle = ink('ink');
        draw.lineWidth = 2 / zoom;
        draw.strokeRect(chosen.box.x, chosen.box.y, chosen.box.width, chosen.box.height);
      }
    }
  }

  paintNamed(draw, nodes, ink, selected, statusOf) {
    draw.font = '550 12.5px Inter, sans-serif';
    for (const {step, box} of nodes) {
      const status = tone(statusOf(step));
      draw.fillStyle = ink('panel');
      draw.strokeStyle = step === selected ? ink('ink') : ink(status);
      draw.lineWidth = step === selected ? 3 : 1;
      draw.beginPath();
      draw.roundRect(box.x, box.y, box.width, box.height, 8);
      draw.fill();
      draw.stroke();
      draw.fillStyle = ink(status);
      draw.beginPath();
      draw.arc(box.x + 20, box.y + 20, 6, 0, 7);
      draw.fill();
      draw.fillStyle = ink('ink');
      draw.fillText(step.length > 19 ? `${step.slice(0, 18)}…` : step, box.x + 36, box.y + 24);
    }
  }

  /** Too small for names: one path for each colour. */
  paintSmall(draw, nodes, ink, statusOf) {
    const byTone = new Map();
    for (const node of nodes) {
      const status = tone(statusOf(node.step));
      byTone.has(status) ? byTone.get(status).push(node) : byTone.set(status, [node]);
    }
    for (const [status, same] of byTone) {
      draw.fillStyle = ink(status);
      draw.beginPath();
      same.forEach(({box}) => draw.rect(box.x, box.y, box.width, box.height));
      draw.fill();
    }
  }
}
