import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { differenceOf } from '../support/differenceOf.ts';
import { FreshCaptures } from '../support/FreshCaptures.ts';
import { Random } from '../support/Random.ts';
import { isLong } from '../support/scale.ts';

/**
 * Whatever happens to a page, the next capture equals a fresh one of the same moment. `SIGHTLINE_STEPS` sets the
 * number of steps, `SIGHTLINE_SEED` the first page.
 */
const STEPS = Number(process.env.SIGHTLINE_STEPS ?? (isLong ? 1_000 : 120));
const FIRST_SEED = Number(process.env.SIGHTLINE_SEED ?? 1);
const STEPS_A_PAGE = 30;

let connected: ConnectedPage;
let fresh: FreshCaptures;
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang=en><title>Random</title><link rel=icon href="data:,"><body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connected = await ConnectedPage.open();
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../support/randomPage/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
  });
  await connected.context.addInitScript({ content: outputFiles[0]?.text ?? '' });
  fresh = await FreshCaptures.open(connected.page);
});
afterAll(async () => {
  await fresh.close();
  await connected.close();
  server.close();
});

async function open(seed: number): Promise<void> {
  const { page } = connected;
  const { port } = server.address() as AddressInfo;
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate((seed) => randomPage.build(seed), seed);
  if (seed % 3 !== 0) return;
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = resolve;
        frame.src = src;
        document.body.prepend(frame);
      }),
    `http://localhost:${port}/`,
  );
  await page.frames()[1]?.evaluate((seed) => randomPage.build(seed), seed + 1);
}

/** What no script of the page can do. */
const OUTSIDE: Record<string, (random: Random) => Promise<unknown>> = {
  hover: (random) => connected.page.mouse.move(random.below(900), random.below(600)),
  press: () => connected.page.mouse.down(),
  release: () => connected.page.mouse.up(),
  resize: (random) =>
    connected.page.setViewportSize({ width: 500 + random.below(600), height: 400 + random.below(400) }),
  tab: () => connected.page.keyboard.press('Tab'),
  key: () => connected.page.keyboard.press('x'),
};

/** In every frame: the focus that enters one, or a new size, begins transitions there too. */
const settle = (): Promise<unknown> =>
  Promise.all(
    connected.page
      .frames()
      .map((frame) => frame.evaluate(() => globalThis.randomPage?.settle()).catch(() => undefined)),
  );

async function happen(seed: number): Promise<string> {
  const random = new Random(seed);
  if (random.chance(0.1)) {
    const name = random.pick(Object.keys(OUTSIDE)) as string;
    await OUTSIDE[name]?.(random);
    await settle();
    return name;
  }
  const frames = connected.page.frames();
  const frame = (random.chance(0.8) ? frames[0] : random.pick(frames)) as Frame;
  const step = await frame
    .evaluate((seed) => globalThis.randomPage?.step(seed) ?? 'nothing', seed)
    .catch((error: Error) => error.message);
  await settle();
  return frame === frames[0] ? step : `in a frame: ${step}`;
}

let last: Snapshot | undefined;

/** '' where both agree. */
async function compare(): Promise<string> {
  const snapshot = await connected.connection.capture();
  const same = snapshot === last ? 'the same snapshot' : 'a new snapshot';
  last = snapshot;
  const expected = await fresh.read();
  for (const document of snapshot.documents) {
    const other = expected.get(document.key);
    const difference = other ? differenceOf(document, other) : 'a document that is no longer there';
    if (difference !== '') return `${same}, ${difference}`;
  }
  return '';
}

const pages = Array.from({ length: Math.ceil(STEPS / STEPS_A_PAGE) }, (_, i) => FIRST_SEED + i);

test('after anything that may happen, looking again is as good as a first look', async () => {
  for (const seed of pages) {
    await open(seed);
    const happened: string[] = [];
    let difference = await compare();
    for (let i = 0; difference === '' && i < STEPS_A_PAGE; i++) {
      happened.push(await happen(seed * 1_000 + i));
      difference = await compare();
    }
    expect(difference, `page ${seed}, after ${happened.join(', ')}`).toBe('');
  }
});
