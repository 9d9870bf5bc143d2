/* An hour of sixty events a second, told to the view of an execution as fast as it draws them: sixty for each frame. */
async () => {
  const view = document.querySelector('view-execution');
  const runs = view.data.timeline.rows.map(row => row.run_id);
  let events = 0;
  while (events < 3600 * 60) {
    for (let k = 0; k < 60; k++) {
      const i = events++;
      view.on({type: i % 2 ? 'run.finished' : 'run.started', execution_id: view.data.whole.id, run_id: runs[(i >> 1) % runs.length], status: i % 2 ? 'success' : 'running', attempt: 1, time: new Date().toISOString()});
    }
    await new Promise(requestAnimationFrame);
  }
  await view.updateComplete;
  return events;
}
