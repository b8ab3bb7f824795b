import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../packages/sightline/src/session/Session.ts';
import { isLong } from '../../support/scale.ts';
import { startServer, type TestServer } from '../../support/startServer.ts';
import { calls, type GuestCall } from './calls.ts';
import { type Host, hosts } from './hosts.ts';
import { recordPage, wrapEverything } from './recorder.ts';

// All that a page, a console, a trace and a host can observe, with a session and without it: no difference.

const html = `<!doctype html><title>Orders</title><link rel=icon href="data:,"><main><h1>Orders</h1>
  <button id=save onclick="this.textContent = 'Saved'; console.log('saved')">Save</button>
  <label>Name <input id=name></label> <label><input type=checkbox id=gift> Gift</label>
  <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>12</td></tr></table>
  <p id=shadow></p><iframe srcdoc="<p>Framed</p>"></iframe><iframe sandbox srcdoc="<button>Boxed</button>"></iframe>
  <p style="margin-top: 1500px">End</p></main>
  <script>shadow.attachShadow({ mode: 'open' }).innerHTML = '<button>In shadow</button>'</script>`;

/** On the sample: the set-ups that differ most, and a few calls. */
const sampledHosts = ['launch', 'Puppeteer'];
const sampledCalls = ['look', 'query', 'screenshot', 'click', 'reload'];
const theHosts = isLong ? hosts : hosts.filter(({ name }) => sampledHosts.includes(name));
const theCalls = isLong ? calls : calls.filter(({ name }) => sampledCalls.includes(name));

let server: TestServer;
/** Differences by call and set-up. */
const table = new Map<string, Map<string, number>>();
beforeAll(async () => {
  server = await startServer({ '/': html });
});
afterAll(async () => {
  await server.close();
  const names = theHosts.map(({ name }) => name);
  const rows = Array.from(table, ([call, cells]) =>
    [call.padEnd(30), ...names.map((name) => String(cells.get(name) ?? '-').padStart(name.length))].join(
      '  ',
    ),
  );
  console.log(['differences'.padEnd(30), ...names].join('  ') + `\n${rows.join('\n')}`);
});

test.each(theHosts)('$name', { timeout: 900_000 }, async ({ name, start }) => {
  const host = await start();
  const differences: string[] = [];
  try {
    // A tab that is new gets the focus at some time.
    await observe(host, async () => undefined);
    const untouched = await observe(host, async () => undefined);
    for (const call of theCalls) {
      const found = await compare(host, call, untouched);
      const cells = table.get(call.name) ?? new Map<string, number>();
      table.set(call.name, cells.set(name, found.length));
      differences.push(...found.map((one) => `${call.name}: ${one}`));
    }
  } finally {
    await host.close();
  }
  expect(differences).toEqual([]);
});

type Observed = Record<string, unknown>;

/** What differs, a line each. `untouched`: a page with which nothing is done. */
async function compare(host: Host, call: GuestCall, untouched: Observed): Promise<string[]> {
  const { byHost } = call;
  const without = byHost ? await observe(host, () => byHost(host.page)) : untouched;
  const withSession = await observe(host, async () => {
    const sessions = await host.attach();
    await sessions[0]?.look();
    await call.run(sessions[0] as Session);
    for (const session of sessions) await session.close();
  });
  const differences: string[] = [];
  for (const [key, expected] of Object.entries(without)) {
    // A host acts by other events than a session: how it ends must be the same.
    if (call.byHost && ['calls', 'events', 'trace'].includes(key)) continue;
    const [a, b] = [JSON.stringify(expected), JSON.stringify(withSession[key])];
    if (a !== b) differences.push(`${key}: ${a} is ${b}`);
  }
  return differences;
}

async function observe(host: Host, work: () => Promise<unknown>): Promise<Observed> {
  const { page } = host;
  await page.goto(server.origin);
  await page.evaluate(`(${wrapEverything})(); (${recordPage})(); /* __guest */`);
  await host.prepare?.();
  await page.evaluate('__guest()');
  await host.received();
  await work();
  const { now, ...happened } = (await page.evaluate(
    'typeof __guest === "function" ? __guest() : { calls: [], events: [], now: {} }',
  )) as { now: Record<string, unknown> };
  // Last: the page loses the focus to a dialog, and has it again at some time.
  const dialog = await page.evaluate("confirm('__guest')");
  const emulated = await page.evaluate(`[matchMedia('print').matches, navigator.maxTouchPoints, '__guest']`);
  return { dialog, emulated, ...happened, ...now, ...(await host.received()) };
}
