/** The words on the nodes of a graph, which have little room. */

/** What a run is called: one that stands for another execution says so. */
export const called = step => (step.startsWith('execution:') ? 'another execution' : step.startsWith('run:') ? 'another run' : step);

export const clipped = (text, most) => (text && text.length > most ? `${text.slice(0, most - 1)}…` : text || '');

/** What a step that waits for others waits for. */
export function blockedLine(node, run) {
  if (node.last) {
    return 'final';
  }
  return run?.reason?.replace(/^it /, '') || 'waits';
}

/** What a step does, where it has not run. */
export function kindLine(node) {
  const join = node.join && node.join !== 'all' ? ` · ${node.join}` : '';
  return `${node.last ? 'final · ' : ''}${node.kind || ''}${join}`;
}
