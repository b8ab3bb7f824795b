import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serveApplications } from './serveApplications.ts';
import { type ClientSettings, renewFolder, type TrialFolder, trialFolder } from './TrialFolder.ts';
import { TrialServer } from './TrialServer.ts';
import { applicationsOf, trialTasks } from './tasks/index.ts';
import { findTool } from './tools.ts';
import { writeFolder } from './writeFolder.ts';

export interface Folders {
  /** Of trials. */
  root: string;
  /** Of installed applications and tools. */
  packages: string;
}

/** Makes a trial of a tool ready, in a process of its own that goes on. */
export async function serveInBackground(name: string, { root, packages }: Folders): Promise<TrialFolder> {
  findTool(name);
  const folder = trialFolder(root, name);
  await stop(name, root);
  renewFolder(folder);
  const log = openSync(join(folder.run, 'server.log'), 'a');
  const args = ['trials', 'keep-serving', name, '--folder', root, '--packages', packages];
  const server = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  server.unref();
  while (!existsSync(readyFile(folder))) {
    if (server.exitCode !== null)
      throw new Error(readFileSync(join(folder.run, 'server.log'), 'utf8').slice(-2_000));
    await setTimeout(250);
  }
  return folder;
}

/** Serves until it gets a signal to stop. */
export async function keepServing(name: string, { root, packages }: Folders): Promise<void> {
  const tool = findTool(name);
  const folder = trialFolder(root, name);
  const command = tool.install(packages, folder);
  const names = applicationsOf(trialTasks);
  const applications = await serveApplications(names, { packages, data: join(folder.run, 'data') });
  const server = new TrialServer(applications, folder);
  const { origin } = await server.listen();
  const { help, script, env, end = '' } = tool;
  const settings: ClientSettings = {
    ...{ help, script, end, env, port: Number(new URL(origin).port), logs: folder.logs },
    path: command,
    run: folder.run,
    ports: join(folder.run, 'ports'),
  };
  writeFolder(folder, tool, trialTasks, applications, settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void server.close().finally(() => process.exit()));
  writeFileSync(readyFile(folder), origin);
  await new Promise(() => undefined);
}

/** Ends the applications and browsers of a tool's trial; returns whether it was served. */
export async function stop(name: string, root: string): Promise<boolean> {
  const file = readyFile(trialFolder(root, name));
  if (!existsSync(file)) return false;
  return fetch(`${readFileSync(file, 'utf8')}/stop`, { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Holds the server's origin, once it listens. */
const readyFile = ({ run }: TrialFolder): string => join(run, 'origin.txt');
