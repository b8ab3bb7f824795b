import { availableParallelism, cpus } from 'node:os';
import type { Page } from 'playwright-core';

/** What figures were measured on. @param page of the browser that was measured */
export function describeMachine(page: Page): string {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const version = page.context().browser()?.version() ?? 'unknown';
  return `${model}, ${availableParallelism()} cores; Node ${process.versions.node}; Chromium ${version}`;
}
