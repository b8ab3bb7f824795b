// The command `sightline`. It loads no package, so that a command on an open session answers at once:
// the session's process does the work. Where there is none, host.ts is loaded and does it here.
// Built as CommonJS, which Node starts some 10 ms sooner: no `await` stands at the top level.
import { readFileSync } from 'node:fs';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { isSessionName } from '../tools/sessionName.ts';
import { createCommandRequest, readStandardInput, sessionName } from './commandLine.ts';
import { type ForwardOutcome, forwardCommand } from './daemon/forwardCommand.ts';
import { findSessionPaths } from './daemon/sessionPaths.ts';
import { type Installation, startDaemon } from './daemon/startDaemon.ts';

const argv = process.argv.slice(2);
const installation: Installation = {
  main: import.meta.filename,
  version: JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8')).version,
};

/** Read once, whichever process the command is for. */
const stdin = readStandardInput(argv);

void run();

async function run(): Promise<void> {
  if (argv[0] === '--serve')
    return (await loadHost()).serveSession(String(argv[1]), String(argv[2]), installation);
  const outcome = await forwardIfOpen();
  if (outcome.kind !== 'served') await (await loadHost()).runHere(argv, outcome, { ...installation, stdin });
}

async function forwardIfOpen(): Promise<ForwardOutcome> {
  const session = sessionName(argv);
  if (!isSessionName(session)) return { kind: 'absent' };
  try {
    return await forwardTo(session);
  } catch (error) {
    // Commands that need no session work all the same; for others host.ts reports the error.
    if (error instanceof SightlineError) return { kind: 'absent' };
    throw error;
  }
}

async function forwardTo(session: string): Promise<ForwardOutcome> {
  const command = createCommandRequest(argv, installation.version, [], stdin);
  const places = findSessionPaths(session, command.cwd);
  for (const paths of places) {
    const outcome = await forwardCommand(paths, command);
    if (outcome.kind !== 'absent') return outcome;
  }
  const [own] = places;
  if (!own || argv[0] !== 'open') return { kind: 'absent' };
  // The one command that always needs a process: it starts loading before anything else is done.
  await startDaemon(session, installation);
  return await forwardCommand(own, command);
}

function loadHost(): Promise<typeof import('./host.ts')> {
  return import('./host.ts');
}
