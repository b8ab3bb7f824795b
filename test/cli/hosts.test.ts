import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/startServer.ts';
import { CliHost } from './hosts/CliHost.ts';
import { ExtensionHost } from './hosts/ExtensionHost.ts';
import type { Host } from './hosts/Host.ts';
import { legacyServer, modernServer } from './hosts/McpHosts.ts';
import { type Scenario, scenarios } from './hosts/scenarios.ts';

/** Every way to the tools. A further one stands here, and runs what the others run. */
const hosts: Readonly<Record<string, () => Promise<Host>>> = {
  'the command line': async () => new CliHost(),
  'the extension': async () => new ExtensionHost(),
  'MCP, 2026-07-28': () => modernServer(),
  'MCP, 2025-11-25': () => legacyServer(),
};

/** What a host does otherwise, and why: by host, by the name of the scenario. */
const deviations: Readonly<
  Record<string, Readonly<Record<string, { reason: string; run: Scenario['run'] }>>>
> = {
  'the extension': {
    'screenshot: a picture, and where it lies': {
      reason: 'the window is that of its user, and may be of any size',
      async run(host) {
        const { text, failed } = await host.call('screenshot', { numbers: true });
        expect(failed).toBe(false);
        expect(text).toMatch(/^saved .*\.png \(\d+ x \d+, \d+ KB\), \d+ elements numbered/);
      },
    },
  },
};

let server: TestServer;
beforeAll(async () => {
  const page = readFileSync(new URL('hosts/order.html', import.meta.url), 'utf8');
  server = await startServer({ '/': page, '/second': '<title>Second</title><h1>Second page</h1>' });
});
afterAll(() => server.close());

describe.each(Object.entries(hosts))('%s', (name, open) => {
  let host: Host;
  beforeAll(async () => {
    host = await open();
  });
  afterAll(() => host.close());

  it.each(scenarios.map((one) => [one.name, one] as const))('%s', async (_, scenario) => {
    const run = deviations[name]?.[scenario.name]?.run ?? scenario.run;
    await run(host, server.origin);
  });
});

describe('deviations', () => {
  it('name hosts and scenarios that there are', () => {
    for (const [name, list] of Object.entries(deviations)) {
      expect(Object.keys(hosts)).toContain(name);
      for (const scenario of Object.keys(list)) expect(scenarios.map((one) => one.name)).toContain(scenario);
    }
  });
});
