import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';
import { messageOf } from './browserError.ts';
import { findBrowser } from './findBrowser.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launchBrowser.ts';

/** One thing that must work, and what was found. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to try, where it is not ok. */
  hint?: string;
}

/** Oldest Node that Sightline runs on: the `engines` of package.json. */
const oldestNode = [20, 19] as const;

/** Checks everything that Sightline needs of this machine; what fails is told, never thrown. */
export async function diagnose(options: LaunchOptions = {}): Promise<{ checks: Check[] }> {
  const checks = [
    await check('node', checkNode),
    await check('user', describeUser),
    await check('temporary folder', checkTemporaryFolder),
    await check('browser', () => findPath(options)),
  ];
  if (checks.at(-1)?.ok) checks.push(...(await checkLaunch(options)));
  return { checks };
}

async function check(name: string, run: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    const hint = error instanceof SightlineError ? error.hint : undefined;
    return { name, ok: false, detail: messageOf(error), hint };
  }
}

function checkNode(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  if (!isOld) return `${process.version} (${process.execPath})`;
  throw new SightlineError('internal', `${process.version} is too old.`, {
    hint: `Install Node ${oldestNode.join('.')} or newer.`,
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
    writeFileSync(join(folder, 'written'), 'yes');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${tmpdir()} can be written`;
}

function findPath({ executablePath, headless = true }: LaunchOptions): string {
  if (executablePath) return executablePath;
  const { path, source } = findBrowser({ headed: !headless });
  return `${path} (${source})`;
}

async function checkLaunch(options: LaunchOptions): Promise<Check[]> {
  let launched: LaunchedBrowser | undefined;
  const launching = await check('launch', async () => {
    const startedAt = performance.now();
    launched = await launchBrowser(options);
    const sandbox = launched.sandboxed ? 'sandboxed' : 'without sandbox';
    return `version ${launched.browser.version()}, ${sandbox}, ${since(startedAt)}`;
  });
  if (!launched) return [launching];
  const { context, close } = launched;
  const opening = await check('page', () => readPage(context));
  const closing = await check('close', async () => {
    const startedAt = performance.now();
    await close();
    return since(startedAt);
  });
  return [launching, opening, closing];
}

async function readPage(context: LaunchedBrowser['context']): Promise<string> {
  const startedAt = performance.now();
  const page = await context.newPage();
  await page.setContent('<button>Sightline can see this</button>');
  const text = await page.locator('button').innerText();
  if (text === 'Sightline can see this') return `opened and read, ${since(startedAt)}`;
  throw new SightlineError('internal', `A test page was opened, but read as "${text}".`, {
    hint: 'Set SIGHTLINE_BROWSER to another Chrome, Chromium or Edge.',
  });
}

const since = (startedAt: number): string => `${Math.round(performance.now() - startedAt)} ms`;
