import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from '../../../sightline/src/index.ts';
import { listenLocally } from '../../src/bench/suites/localServer.ts';
import { measurePeers, type PeerResult } from '../peers/measurePeers.ts';
import type { Application, Place, RunningApplication, Site } from './Application.ts';
import { CommandLine } from './CommandLine.ts';
import { installApplication } from './install.ts';
import { type PlayedTask, playTask } from './playTask.ts';
import { type StartedBrowser, startBrowser } from './startBrowser.ts';

export interface PlayedApplication {
  name: string;
  kind: string;
  tasks: PlayedTask[];
  looks: PeerResult[];
  /** Why it could not be installed or started; empty where it was. */
  failure: string;
}

export interface PlayOptions {
  /** Where applications are installed and work. */
  folder: string;
  /** Only tasks whose names hold this. */
  only?: string | undefined;
  /** First looks are held beside other tools. */
  looks: boolean;
  /** Called after each task. */
  report?: (played: PlayedTask) => void;
}

/** Installs, seeds and starts an application, plays its tasks, and stops it. */
export async function playApplication(
  application: Application,
  options: PlayOptions,
): Promise<PlayedApplication> {
  const { name, kind } = application;
  const played: PlayedApplication = { name, kind, tasks: [], looks: [], failure: '' };
  try {
    const place = await preparePlace(application, options.folder);
    const running = await application.start(place);
    try {
      await withBrowser(async (browser) => {
        played.tasks = await playTasks(application, place, running, browser, options);
        if (options.looks) played.looks = await compareLooks(application, running, browser);
      });
    } finally {
      await running.close();
    }
  } catch (error) {
    played.failure = error instanceof Error ? error.message : String(error);
  }
  return played;
}

async function preparePlace(application: Application, folder: string): Promise<Place> {
  const packages = installApplication(application, folder);
  const data = join(packages, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  const { origin, close } = await listenLocally(() => undefined);
  await close();
  return { packages, data, port: Number(new URL(origin).port) };
}

async function withBrowser(use: (browser: StartedBrowser) => Promise<void>): Promise<void> {
  const browser = await startBrowser();
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

async function playTasks(
  { name, tasks }: Application,
  { data, packages }: Place,
  { origin }: RunningApplication,
  { endpoint }: StartedBrowser,
  { only = '', report }: PlayOptions,
): Promise<PlayedTask[]> {
  const judge = await Session.connect({ cdpUrl: endpoint });
  const commandLine = new CommandLine(endpoint, data);
  try {
    const site = siteOf({ origin, data, packages }, judge);
    const all: PlayedTask[] = [];
    for (const task of tasks.filter((one) => one.name.includes(only))) {
      const played = await playTask(name, task, commandLine, site);
      all.push(played);
      report?.(played);
    }
    return all;
  } finally {
    await commandLine.close();
    await judge.close();
  }
}

function siteOf(where: Pick<Site, 'origin' | 'data' | 'packages'>, judge: Session): Site {
  const read = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(new URL(path, where.origin), init);
    return response.text();
  };
  return {
    ...where,
    answer: '',
    read,
    json: async (path, init) => JSON.parse(await read(path, init)),
    evaluate: (expression) => {
      const used = judge.page
        .context()
        .pages()
        .findLast((page) => page.url().startsWith(where.origin));
      if (!used) throw new Error('no tab shows the application');
      return used.evaluate(expression);
    },
  };
}

/** Those that are not asked here: what they need is a Python of their own, or much time. */
const NOT_COMPARED = ['chrome-devtools-mcp', 'browser-use'];

async function compareLooks(
  { name, looks }: Application,
  { origin }: RunningApplication,
  { endpoint }: StartedBrowser,
): Promise<PeerResult[]> {
  const session = await Session.connect({ cdpUrl: endpoint });
  try {
    const { page } = session;
    const absent = new Map(NOT_COMPARED.map((peer) => [peer, 'not asked']));
    const results: PeerResult[] = [];
    for (const path of looks) {
      const look = {
        name: `${name} ${path}`,
        url: new URL(path, origin).href,
        repetitions: 1,
        prepare: () => page.waitForTimeout(3_000),
      };
      results.push(...(await measurePeers({ page, session, endpoint }, look, absent)));
    }
    return results;
  } finally {
    await session.close();
  }
}
