import { SightlineError } from '../snapshot/SightlineError.ts';
import type { CloseSessionsOptions, ToolContext } from '../tools/defineTool.ts';
import type { SessionSlot } from '../tools/SessionSlot.ts';
import { statePath } from '../tools/stateName.ts';
import { sessionName } from './commandLine.ts';
import type { CommandRequest } from './daemon/protocol.ts';
import { DEFAULT_SESSION, findSessionPaths, listSessionSockets, workspaceOf } from './daemon/sessionPaths.ts';
import { stopDaemon } from './daemon/stopDaemon.ts';

export interface RunCallbacks {
  signal: AbortSignal;
  progress(stage: string): void;
  print(line: string): void;
  /** In the process of a session, which lives on after the command. */
  isLasting?: boolean;
}

/** Tool context of a command: the session of `slot`, in the command's folder and environment. */
export function createToolContext(
  slot: SessionSlot,
  { argv, cwd, env, version, stdin }: CommandRequest,
  { signal, progress, print, isLasting }: RunCallbacks,
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
    openSession: ({ state, ...options } = {}) =>
      slot.open({
        ...options,
        ...(state !== undefined && { storageState: statePath(state, cwd) }),
        env,
        signal,
      }),
    closeSessions: (options) => endSessions(name, cwd, options),
    ...(isLasting && {
      background: { keepOpen: (resourceName, open) => slot.keepOpen(resourceName, open) },
    }),
    takeNotices: () => slot.takeNotices(),
  };
}

/** @returns `no_session` */
export function noSession(name: string, detail = ''): SightlineError {
  const isDefault = name === DEFAULT_SESSION;
  const openCommand = isDefault ? 'sightline open URL' : `sightline open URL --session ${name}`;
  const elsewhere =
    isDefault && listSessionSockets().length > 0
      ? ' One that was opened without a name in another folder or repository is used from there.'
      : '';
  return new SightlineError('no_session', `No session "${name}" is open${detail}.`, {
    hint: `Call \`${openCommand}\`.${elsewhere}`,
  });
}

async function endSessions(
  name: string,
  cwd: string,
  { all = false, everywhere = false }: CloseSessionsOptions,
): Promise<string[]> {
  if (all || everywhere) {
    const sockets = listSessionSockets(everywhere ? undefined : workspaceOf(cwd));
    const names = await Promise.all(sockets.map(stopDaemon));
    return names.filter((one) => one !== undefined).sort();
  }
  for (const { socket } of findSessionPaths(name, cwd)) {
    const ended = await stopDaemon(socket);
    if (ended !== undefined) return [ended];
  }
  return [];
}
