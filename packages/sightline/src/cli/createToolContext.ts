import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import type { SessionSlot } from '../tools/SessionSlot.ts';
import { sessionName } from './commandLine.ts';
import type { CommandRequest } from './daemon/protocol.ts';
import { listSessionSockets, sessionPaths } from './daemon/sessionPaths.ts';
import { stopDaemon } from './daemon/stopDaemon.ts';

export interface RunCallbacks {
  signal: AbortSignal;
  progress(stage: string): void;
  print(line: string): void;
  /** See `BackgroundWork`; only in a session's process. */
  runBetween?<T>(work: () => Promise<T>): Promise<T>;
}

/** Tool context of a command: the session of `slot`, in the command's folder and environment. */
export function createToolContext(
  slot: SessionSlot,
  { argv, cwd, env, version, stdin }: CommandRequest,
  { signal, progress, print, runBetween }: RunCallbacks,
): ToolContext {
  const name = sessionName(argv, env);
  return {
    calls: 'commands',
    cwd,
    env,
    version,
    ...(stdin !== undefined && { stdin }),
    signal,
    progress,
    print,
    session: () => slot.current(() => noSession(name)),
    openSession: (options) => slot.open({ ...options, env, signal }),
    closeSessions: ({ all }) => endSessions(all ? listSessionSockets() : [sessionPaths(name).socket]),
    ...(runBetween && {
      background: { keepOpen: (resourceName, open) => slot.keepOpen(resourceName, open), runBetween },
    }),
    takeNotices: () => slot.takeNotices(),
  };
}

/** @returns `no_session` */
export function noSession(name: string, detail = ''): SightlineError {
  const openCommand = name === 'default' ? 'sightline open URL' : `sightline open URL --session ${name}`;
  return new SightlineError('no_session', `No session "${name}" is open${detail}.`, {
    hint: `Call \`${openCommand}\`.`,
  });
}

async function endSessions(sockets: string[]): Promise<string[]> {
  const names = await Promise.all(sockets.map(stopDaemon));
  return names.filter((name) => name !== undefined).sort();
}
