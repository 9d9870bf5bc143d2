/* Searches the log that is shown, all 100 MB of it, for its first line, and watches for frames that come late meanwhile. */
async words => {
  const log = document.querySelector('baton-log');
  let longest = 0;
  let last = performance.now();
  let over = false;
  const watch = now => { longest = Math.max(longest, now - last); last = now; if (!over) { requestAnimationFrame(watch); } };
  requestAnimationFrame(watch);
  const begun = performance.now();
  const input = log.querySelector('input');
  input.value = words;
  input.dispatchEvent(new Event('input', {bubbles: true}));
  const isBusy = () => log.reading || log.first > 0 || log.searched < log.lines.length;
  while (isBusy()) {
    await new Promise(requestAnimationFrame);
  }
  const read = performance.now() - begun;
  const again = performance.now();
  log.find();
  while (isBusy()) {
    await new Promise(requestAnimationFrame);
  }
  over = true;
  return `${log.lines.length} lines read and searched in ${(read / 1000).toFixed(1)} s, the longest frame ${Math.round(longest)} ms; searched again in ${Math.round(performance.now() - again)} ms; ${log.querySelectorAll('.log-line').length} lines drawn; ${log.hits.length} found`;
}
