import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { firstLineOf } from '../browserError.ts';
import { findBrowser } from './findBrowser.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launchBrowser.ts';

/** One thing that must work, and what was found. */
export interface DoctorCheck {
  name: string;
  ok: boolean;
  detail: string;
  /** What to try, where it is not ok. */
  hint?: string;
}

/** Oldest Node that Sightline runs on: the `engines` of package.json. */
const MIN_NODE_VERSION = [20, 19] as const;

/** Checks everything that Sightline needs of this machine; a failure is returned, never thrown. */
export async function diagnose(options: LaunchOptions = {}): Promise<{ checks: DoctorCheck[] }> {
  const checks = [
    await runCheck('node', checkNode),
    await runCheck('user', describeUser),
    await runCheck('temporary folder', checkTemporaryFolder),
    await runCheck('browser', () => describeBrowser(options)),
  ];
  if (checks.at(-1)?.ok) checks.push(...(await checkLaunch(options)));
  return { checks };
}

async function runCheck(name: string, run: () => string | Promise<string>): Promise<DoctorCheck> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    const hint = error instanceof SightlineError ? error.hint : undefined;
    return { name, ok: false, detail: firstLineOf(error), hint };
  }
}

function checkNode(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1]);
  if (!isOld) return `${process.version} (${process.execPath})`;
  throw new SightlineError('internal', `${process.version} is too old.`, {
    hint: `Install Node ${MIN_NODE_VERSION.join('.')} or newer.`,
  });
}

function describeUser(): string {
  const uid = process.getuid?.();
  if (uid === undefined) return 'a user of Windows';
  return uid === 0 ? 'root: the browser runs without its own sandbox' : `user ${uid}`;
}

function checkTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-doctor-'));
  try {
    writeFileSync(join(folder, 'written'), 'yes', { mode: 0o600 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${tmpdir()} can be written`;
}

function describeBrowser({ executablePath, headless = true }: LaunchOptions): string {
  if (executablePath) return executablePath;
  const { path, source } = findBrowser({ headed: !headless });
  return `${path} (${source})`;
}

async function checkLaunch(options: LaunchOptions): Promise<DoctorCheck[]> {
  let launched: LaunchedBrowser | undefined;
  const launching = await runCheck('launch', async () => {
    const startedAt = performance.now();
    launched = await launchBrowser(options);
    const sandbox = launched.sandboxed ? 'sandboxed' : 'without sandbox';
    return `version ${launched.browser.version()}, ${sandbox}, ${elapsedSince(startedAt)}`;
  });
  if (!launched) return [launching];
  const { context, close } = launched;
  const opening = await runCheck('page', () => checkPageReadable(context));
  const closing = await runCheck('close', async () => {
    const startedAt = performance.now();
    await close();
    return elapsedSince(startedAt);
  });
  return [launching, opening, closing];
}

async function checkPageReadable(context: LaunchedBrowser['context']): Promise<string> {
  const startedAt = performance.now();
  const page = await context.newPage();
  await page.setContent('<button>Sightline can see this</button>');
  const text = await page.locator('button').innerText();
  if (text === 'Sightline can see this') return `opened and read, ${elapsedSince(startedAt)}`;
  throw new SightlineError('internal', `A test page was opened, but read as "${text}".`, {
    hint: 'Set SIGHTLINE_BROWSER to another Chrome, Chromium or Edge.',
  });
}

const elapsedSince = (startedAt: number): string => `${Math.round(performance.now() - startedAt)} ms`;
