/* Tells the view of an execution, whole with graph, timeline and panel, of sixty events a second for ten seconds. */
async () => {
  const view = document.querySelector('view-execution');
  const runs = view.data.timeline.rows.map(row => row.run_id);
  const frames = [];
  let last = performance.now();
  let over = false;
  const watch = now => { frames.push(now - last); last = now; if (!over) { requestAnimationFrame(watch); } };
  requestAnimationFrame(watch);
  const begun = performance.now();
  let events = 0;
  await new Promise(done => {
    const timer = setInterval(() => {
      const i = events++;
      view.on({type: i % 2 ? 'run.finished' : 'run.started', execution_id: view.data.whole.id, run_id: runs[(i >> 1) % runs.length], status: i % 2 ? 'success' : 'running', attempt: 1, time: new Date().toISOString()});
      if (performance.now() - begun > 10000) {
        clearInterval(timer);
        done();
      }
    }, 1000 / 60);
  });
  over = true;
  frames.sort((a, b) => a - b);
  return `${Math.round(events / 10)} events and ${Math.round(frames.length / 10)} frames a second, a frame ${frames[frames.length >> 1].toFixed(0)} ms at the median, ${frames[Math.floor(frames.length * 0.95)].toFixed(0)} ms at 95 %`;
}
