import { request } from 'node:http';
import { expect, it, vi } from 'vitest';
import { LiveInspector } from '../../packages/sightline/src/inspect/LiveInspector.ts';
import type { InspectorAssets } from '../../packages/sightline/src/inspect/readAssets.ts';
import { ActionGate } from '../../packages/sightline/src/session/ActionGate.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';

it('lets actions through one at a time, in their order, and holds them back where it is asked to', async () => {
  const gate = new ActionGate();
  const done: string[] = [];
  const states: string[] = [];
  const stop = gate.onChange(({ paused, waiting }) => states.push(`${paused} ${waiting}`));
  const act = (name: string, signal?: AbortSignal): Promise<void> =>
    gate.run(async () => void done.push(name), signal);
  await act('a');
  gate.pause();
  const later = [act('b'), act('c'), act('d')];
  const aborted = new AbortController();
  const given = act('never', aborted.signal);
  expect(gate.state).toEqual({ paused: true, waiting: 4 });
  await gate.between(async () => void done.push('a look'));
  await gate.asWatcher(() => act('by hand'));
  aborted.abort();
  await expect(given).rejects.toMatchObject({ code: 'aborted' });
  gate.step();
  await later[0];
  expect(done).toEqual(['a', 'a look', 'by hand', 'b']);
  expect(gate.state).toEqual({ paused: true, waiting: 2 });
  gate.resume();
  await Promise.all(later);
  stop();
  gate.pause();
  expect(done.slice(4)).toEqual(['c', 'd']);
  expect(states.at(-1)).toBe('false 0');
});

it('waits for no navigation of whoever watches, and ends with what waits', async () => {
  const gate = new ActionGate();
  gate.pause();
  await gate.asWatcher(() => gate.pass());
  const waiting = gate.pass();
  gate.resume();
  await waiting;
  expect(gate.state).toEqual({ paused: false, waiting: 0 });
});

it('is held for ten seconds by who does not watch', async () => {
  const gate = new ActionGate();
  const session = { gate, inspect: async () => ({ snapshot: {}, numbers: [] }) } as unknown as Session;
  const assets = { script: '', style: '', packed: {} } as unknown as InspectorAssets;
  const inspector = await LiveInspector.open({ session, assets });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const headers = { origin: new URL(inspector.url).origin, 'sec-fetch-site': 'same-origin' };
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${inspector.url}control`, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject).end('{"do":"pause"}');
    });
    expect([status, gate.state.paused]).toEqual([200, true]);
    vi.advanceTimersByTime(10_000);
    expect(gate.state.paused).toBe(false);
  } finally {
    vi.useRealTimers();
    await inspector.close();
  }
});
