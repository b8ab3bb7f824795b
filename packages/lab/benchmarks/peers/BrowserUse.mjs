import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MARK } from './judgePage.mjs';

const script = fileURLToPath(new URL('browser_use_dom.py', import.meta.url));
const folder = fileURLToPath(new URL('../out/browser-use', import.meta.url));
const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');

/** The release that is measured. */
const VERSION = '0.13.14';

/**
 * The DOM service of the peer `browser-use`, in a Python of its own that the first run makes. Throws, in words, where
 * that cannot be.
 * @param {import('./contenders.mjs').Place} place @returns {Promise<import('./contenders.mjs').Peer>}
 */
export async function openBrowserUse({ endpoint }) {
  install();
  const child = spawn(join(bin, 'python'), [script, endpoint, MARK], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ANONYMIZED_TELEMETRY: 'false', BROWSER_USE_LOGGING_LEVEL: 'result' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('browser-use ended');
      if (value.startsWith('{')) return JSON.parse(value);
    }
  };
  const hello = await next();
  if (hello.error) throw new Error(hello.error);
  let refs = [];
  const read = async () => {
    child.stdin.write('snapshot\n');
    const answer = await next();
    if (answer.error) throw new Error(answer.error);
    refs = answer.refs;
    return answer.text;
  };
  const asRefs = () => refs.map(({ mark, name }) => ({ mark: mark ?? undefined, name: name ?? undefined }));
  return {
    contenders: [{ name: `browser-use ${hello.version}, DOM service`, read, refs: async () => asRefs() }],
    close: async () => {
      child.stdin.end('close\n');
      await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

function install() {
  if (existsSync(join(bin, 'browser-use'))) return;
  console.error(`bench: installing browser-use ${VERSION} (Python)`);
  run('python3', '-m', 'venv', folder);
  run(
    join(bin, 'python'),
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `browser-use==${VERSION}`,
  );
}

function run(command, ...args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 });
  if (status === 0) return;
  const words = (error?.message ?? stderr).trim().split('\n').at(-1);
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed: ${words}`);
}
