import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calendar } from '../../packages/lab/benchmarks/apps/applications/calendar.ts';
import { dataGrid } from '../../packages/lab/benchmarks/apps/applications/dataGrid.ts';
import { map } from '../../packages/lab/benchmarks/apps/applications/map.ts';
import { playApplication } from '../../packages/lab/benchmarks/apps/playApplication.ts';

/** A part of `npm run bench -- apps`: builds that need no installation of their own. */
test.each([calendar, dataGrid, map].map((one) => [one.name, one] as const))('%s', async (_, application) => {
  const folder = mkdtempSync(join(tmpdir(), 'apps-'));
  try {
    const { tasks, failure } = await playApplication(application, { folder, looks: false });
    expect(failure).toBe('');
    const failed = tasks.filter(({ outcome }) => outcome !== 'done');
    expect(failed.map(({ task, outcome, why, log }) => [task, outcome, why, ...log].join('\n'))).toEqual([]);
    expect(tasks).toHaveLength(application.tasks.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
