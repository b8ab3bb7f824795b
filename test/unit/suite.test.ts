import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { OracleStep } from '../../packages/lab/src/bench/oracle/OracleStep.ts';
import type { SiteTask } from '../../packages/lab/src/bench/suites/readSiteSuite.ts';
import { serveSite } from '../../packages/lab/src/bench/suites/serveSite.ts';

const suites = new URL('../../packages/lab/suites/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, suites), 'utf8'));
const { tasks } = read('shipped.json') as { tasks: SiteTask[] };
const oracle = read('shipped.oracle.json') as Record<string, OracleStep[]>;
const sites = readdirSync(new URL('sites/', suites)).filter((name) => !/kit|\./.test(name));

const count = (fits: (task: SiteTask) => boolean): number => tasks.filter(fits).length;

describe('the shipped suite', () => {
  test('has tasks of every difficulty on every site, many of them on large pages', () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
    expect(tasks.length).toBeGreaterThanOrEqual(40);
    expect(count(({ elements }) => elements === 250)).toBeGreaterThanOrEqual(12);
    expect(count(({ elements }) => elements === 500)).toBeGreaterThanOrEqual(12);
    expect(sites.length).toBeGreaterThanOrEqual(5);
    for (const name of sites)
      for (const hardness of ['easy', 'medium', 'hard'])
        expect(count(({ site, difficulty }) => site === name && difficulty === hardness)).toBeGreaterThan(0);
    expect(tasks.filter(({ options, elements }) => options.size !== elements)).toEqual([]);
  });

  test('lists the oracle of each task, what it would say included, and of no other', () => {
    expect(Object.keys(oracle).sort()).toEqual(tasks.map(({ id }) => id).sort());
    const mute = Object.values(oracle)
      .flat()
      .filter(({ do: act, say = [] }) => say.length === 0 && !['press', 'back'].includes(act));
    expect(mute).toEqual([]);
  });

  test.each(sites)('%s answers the same to everybody, and keeps nothing between two starts', async (name) => {
    const pages = await Promise.all([visit(name), visit(name)]);
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]?.pages.every((page) => page.length > 500)).toBe(true);
  });
});

async function visit(name: string): Promise<{ pages: string[]; state: string }> {
  const path = fileURLToPath(new URL(`sites/${name}/site.mjs`, suites));
  const site = await serveSite(path, { size: 250 });
  try {
    const starts = [...new Set(tasks.filter((task) => task.site === name).map(({ start }) => start))];
    const pages = await Promise.all(starts.map(async (path) => (await fetch(site.origin + path)).text()));
    return { pages, state: JSON.stringify(site.state()) };
  } finally {
    await site.close();
  }
}
