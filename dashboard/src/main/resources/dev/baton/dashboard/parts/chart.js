import uPlot from 'uplot';
import {Part} from '../core/view.js';
import {length} from '../core/format.js';
import {go} from '../core/router.js';
import {html} from 'lit';

/** Lengths over time, as points joined by a line; failures stand out. A click opens the execution. */
class Chart extends Part {
  static properties = {points: {attribute: false}};

  connectedCallback() {
    super.connectedCallback();
    if (!document.querySelector('link[data-uplot]')) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.dataset.uplot = '';
      link.href = new URL('../lib/uplot/uplot.css', import.meta.url).href;
      document.head.append(link);
    }
    this.sizes = new ResizeObserver(() => this.plot?.setSize({width: this.clientWidth || 300, height: 260}));
    this.sizes.observe(this);
    this.onTheme = () => this.draw();
    addEventListener('baton-theme', this.onTheme);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.plot?.destroy();
    this.plot = undefined;
    removeEventListener('baton-theme', this.onTheme);
  }

  render() {
    return html`<div class="chart-box" role="img" aria-label="lengths of the last ${this.points?.length} executions; the history lists them"></div>`;
  }

  updated() {
    this.draw();
  }

  draw() {
    const box = this.querySelector('.chart-box');
    this.plot?.destroy();
    if (!this.points?.length || !box) {
      return;
    }
    const probe = document.createElement('span');
    this.append(probe);
    const ink = name => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const colours = {line: ink('success-bar'), bad: ink('failure'), tick: ink('ink-3'), grid: ink('hairline')};
    probe.remove();
    const failed = point => point.status === 'failure' || point.status === 'timeout';
    const axis = {stroke: colours.tick, grid: {stroke: colours.grid, width: 1}, ticks: {show: false}, font: '11px Inter'};
    this.plot = new uPlot({
      width: this.clientWidth || 600,
      height: 260,
      legend: {show: false},
      cursor: {points: {size: 9}, drag: {x: true, y: false}},
      scales: {y: {range: (plot, low, high) => [0, Math.max(0.01, high * 1.12)]}},
      axes: [{...axis}, {...axis, size: 64, values: (plot, values) => values.map(value => length(value))}],
      series: [{}, {label: 'took', stroke: colours.line, width: 1.5, points: {show: true, size: 5, fill: colours.line}},
        {label: 'failed', stroke: colours.bad, width: 0, points: {show: true, size: 8, fill: colours.bad}}],
    }, [this.points.map(point => point.time / 1000), this.points.map(point => (failed(point) ? null : point.value)), this.points.map(point => (failed(point) ? point.value : null))], box);
    this.plot.over.addEventListener('click', () => {
      const {idx} = this.plot.cursor;
      if (idx !== null && idx !== undefined) {
        go(`/executions/${this.points[idx].id}`);
      }
    });
  }
}

customElements.define('baton-chart', Chart);
