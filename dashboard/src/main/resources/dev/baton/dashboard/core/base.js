/** The place of the dashboard: '' on a server of its own, or a path such as '/baton' inside an application. */

const {pathname} = new URL(import.meta.url);

export const base = pathname.slice(0, pathname.lastIndexOf('/assets/'));

/** Whether an application shows it, which signs people in itself and defines its jobs in code. */
export const mounted = 'mounted' in document.documentElement.dataset;
