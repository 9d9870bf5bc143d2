/* From a click to the page that it leads to. */
async words => {
  const first = () => document.querySelector('tbody a.subject')?.getAttribute('href');
  const before = first();
  const begun = performance.now();
  [...document.querySelectorAll('.more button')].find(button => button.textContent === words).click();
  while (first() === before) {
    await new Promise(requestAnimationFrame);
  }
  return Math.round(performance.now() - begun);
}
