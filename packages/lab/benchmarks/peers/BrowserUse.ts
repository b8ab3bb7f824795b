import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { benchmarkPath } from '../paths.ts';
import type { PeerRef } from './compare.ts';
import { MARK } from './judgePage.ts';
import type { MeasuredBrowser, Peer } from './Peer.ts';

/** The release that is measured. */
const VERSION = '0.13.14';

/** A line of browser_use_dom.py. */
interface PythonAnswer {
  error?: string;
  version?: string;
  text?: string;
  refs?: { mark: string | null; name: string | null }[];
}

/**
 * The DOM service of the peer `browser-use`, in a Python of its own that the first run installs. Throws where that
 * fails.
 */
export async function openBrowserUse({ endpoint }: MeasuredBrowser): Promise<Peer> {
  const folder = benchmarkPath('out/browser-use');
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (!existsSync(join(bin, 'browser-use'))) install(folder, bin);
  const script = benchmarkPath('peers/browser_use_dom.py');
  const child = spawn(join(bin, 'python'), [script, endpoint, MARK], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ANONYMIZED_TELEMETRY: 'false', BROWSER_USE_LOGGING_LEVEL: 'result' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<PythonAnswer> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('browser-use ended');
      if (!value.startsWith('{')) continue;
      const answer: PythonAnswer = JSON.parse(value);
      if (answer.error) throw new Error(answer.error);
      return answer;
    }
  };
  const { version } = await next();
  let last: PythonAnswer = {};
  const read = async (): Promise<string> => {
    child.stdin.write('snapshot\n');
    last = await next();
    return last.text ?? '';
  };
  return {
    views: [{ name: `browser-use ${version}, DOM service`, read, refs: async () => refsOf(last) }],
    close: async () => {
      child.stdin.end('close\n');
      await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

const refsOf = ({ refs = [] }: PythonAnswer): PeerRef[] =>
  refs.map(({ mark, name }) => ({ mark: mark ?? undefined, name: name ?? undefined }));

function install(folder: string, bin: string): void {
  console.error(`bench: installing browser-use ${VERSION} (Python)`);
  run('python3', '-m', 'venv', folder);
  const quiet = ['--quiet', '--disable-pip-version-check'];
  run(join(bin, 'python'), '-m', 'pip', 'install', ...quiet, `browser-use==${VERSION}`);
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 });
  if (status === 0) return;
  const words = (error?.message ?? stderr).trim().split('\n').at(-1);
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed: ${words}`);
}
