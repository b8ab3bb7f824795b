import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listenLocally } from '../../src/bench/suites/localServer.ts';
import type { Application } from '../apps/Application.ts';
import { applications } from '../apps/applications/index.ts';
import { installApplication } from '../apps/install.ts';
import { installPackages } from '../installPackages.ts';
import { adminKit } from './applications/adminKit.ts';
import { canvasSheet } from './applications/canvasSheet.ts';
import type { ServedApplication } from './judge.ts';

const all: readonly Application[] = [...applications, adminKit, canvasSheet];

export interface ServedApplications {
  /** By name. */
  served: ReadonlyMap<string, ServedApplication>;
  close(): Promise<void>;
}

interface Folders {
  /** Of installed applications; shared by all runs. */
  packages: string;
  /** Of the data of this run; emptied. */
  data: string;
}

/** Installs applications where they are missing, and starts an instance of each with data of its own. */
export async function serveApplications(
  names: readonly string[],
  { packages, data }: Folders,
): Promise<ServedApplications> {
  installPackages({ peers: false });
  const served = new Map<string, ServedApplication>();
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((one) => one()));
  };
  try {
    for (const name of names) {
      const application = findApplication(name);
      const place = await preparePlace(application, packages, join(data, name));
      const running = await application.start(place);
      closers.push(() => running.close());
      served.set(name, { origin: running.origin, data: place.data, packages: place.packages });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { served, close };
}

function findApplication(name: string): Application {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  throw new Error(`no application ${name}: ${all.map((one) => one.name).join(', ')}`);
}

async function preparePlace(
  application: Application,
  folder: string,
  data: string,
): Promise<{ packages: string; data: string; port: number }> {
  const packages = installApplication(application, folder);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const { origin, close } = await listenLocally(() => undefined);
  await close();
  return { packages, data, port: Number(new URL(origin).port) };
}
