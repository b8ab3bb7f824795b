import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findBrowser } from '../../../sightline/src/internal.ts';
import { peerFlags } from '../AgentBrowser.ts';

/** A browser with a debugging port, to which the command line, the judge and the peers attach. */
export interface StartedBrowser {
  /** `http` address of its debugging port. */
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Starts a browser without a window, with a profile of its own that `close` removes.
 * @param size of the window, in pixels
 */
export async function startBrowser(size = '1280,860'): Promise<StartedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'bench-browser-'));
  const flags = [
    ...peerFlags(),
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    `--window-size=${size}`,
    '--disable-dev-shm-usage',
  ];
  const browser = spawn(findBrowser().path, [...flags, 'about:blank'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const close = async (): Promise<void> => {
    browser.kill();
    await ended;
    removeProfile(profile);
  };
  const port = await readPort(join(profile, 'DevToolsActivePort')).catch(async (error) => {
    await close();
    throw error;
  });
  return { endpoint: `http://127.0.0.1:${port}`, close };
}

/** Processes of the browser may write a moment longer: then it is left to the system's own cleaning. */
function removeProfile(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    console.error(`bench: ${folder} stays: ${error instanceof Error ? error.message : error}`);
  }
}

async function readPort(file: string): Promise<string> {
  for (let turn = 0; turn < 600; turn++) {
    const [port] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (port) return port;
    await setTimeout(100);
  }
  throw new Error('the browser opened no debugging port within a minute');
}
