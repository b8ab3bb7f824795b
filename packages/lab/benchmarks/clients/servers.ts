import type { FlowServer, FlowStep } from '../../../../test/long/clients/playFlow.ts';
import { findBrowser } from '../../../sightline/src/internal.ts';
import { benchmarkPath, commandPath } from '../paths.ts';

const PROFILES = ['slim', 'core', 'developer', 'read-only', 'full'];

/** A server that clients start, and what the flow is in its tools. */
export interface MeasuredServer {
  name: string;
  server: FlowServer;
  /** To the page with the button, what it shows, the click. */
  steps(url: string, button: string): FlowStep[];
  /** Reads how the button is called from what the page shows; undefined where a number or name is enough. */
  button?: RegExp;
}

/** Sightline in every profile, and the two peers that are MCP servers, as their own documentation starts them. */
export function listServers(env: Readonly<Record<string, string>>): MeasuredServer[] {
  const started = (...args: string[]): FlowServer => ({ command: process.execPath, args, env });
  const { path: browser } = findBrowser();
  return [
    ...PROFILES.map(
      (profile): MeasuredServer => ({
        name: `Sightline, ${profile}`,
        server: started(commandPath(), 'mcp', '--profile', profile),
        steps: (url) => sightlineSteps(url, profile !== 'read-only'),
      }),
    ),
    {
      name: 'Playwright MCP 0.0.83',
      server: started(
        benchmarkPath('clients/node_modules/@playwright/mcp/cli.js'),
        ...['--headless', '--isolated', '--no-sandbox', '--executable-path', browser],
      ),
      steps: (url, button) => [
        ['browser_navigate', { url }],
        ['browser_snapshot', {}],
        ['browser_click', { element: 'Send order', target: button }],
        ['browser_snapshot', {}],
      ],
      button: /button "Send order" \[ref=(\w+)\]/,
    },
    {
      name: 'chrome-devtools-mcp 1.11.0',
      server: started(
        benchmarkPath('clients/node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
        ...['--headless', '--isolated', '--executablePath', browser],
        ...['--chromeArg=--no-sandbox', '--no-usage-statistics'],
      ),
      steps: (url, button) => [
        ['navigate_page', { pageId: 1, type: 'url', url }],
        ['take_snapshot', { pageId: 1 }],
        ['click', { pageId: 1, uid: button, includeSnapshot: true }],
      ],
      button: /uid=(\S+) button "Send order"/,
    },
  ];
}

/** Over HTTP and over standard input the same. @param acts whether the profile may click */
export const sightlineSteps = (url: string, acts: boolean): FlowStep[] => [
  ['open', { url }],
  ['look', {}],
  ...(acts ? [['click', { index: 1 }] as FlowStep] : []),
];
