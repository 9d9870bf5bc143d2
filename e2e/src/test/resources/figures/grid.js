/* Scrolls the grid that is shown to its end and back. */
async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const shown = document.querySelector('baton-grid');
  const {grid, parentElement: holder} = shown;
  shown.remove();
  const fresh = document.createElement('baton-grid');
  const begun = performance.now();
  Object.assign(fresh, {grid, tall: true});
  holder.append(fresh);
  await fresh.updateComplete;
  await frame();
  await frame();
  const draw = performance.now() - begun;
  const scroll = fresh.querySelector('.grid-scroll');
  const frames = [];
  for (let i = 0; i < 60; i++) {
    const last = performance.now();
    scroll.scrollTop = i * 300;
    await fresh.updateComplete;
    await frame();
    frames.push(performance.now() - last);
  }
  frames.sort((a, b) => a - b);
  return `${grid.steps.length} steps × ${grid.executions.length} executions drawn in ${Math.round(draw)} ms; scrolling, a frame ${frames[30].toFixed(0)} ms at the median, ${frames[57].toFixed(0)} ms at 95 %`;
}
