import { availableParallelism, cpus } from 'node:os';

/** What figures were measured on. @param {import('playwright-core').Page} page of the browser that was measured */
export function describeMachine(page) {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const version = page.context().browser()?.version() ?? 'unknown';
  return `${model}, ${availableParallelism()} cores; Node ${process.versions.node}; Chromium ${version}`;
}
