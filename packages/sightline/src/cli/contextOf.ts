import type { ToolContext } from '../tools/defineTool.ts';
import type { SessionHolder } from '../tools/SessionHolder.ts';
import { sessionOf } from './commandOf.ts';
import { endHost } from './endHost.ts';
import { noSession } from './noSession.ts';
import type { Command } from './protocol.ts';
import { listSockets, pathsOf } from './runtimeFolder.ts';

export interface Course {
  signal: AbortSignal;
  progress(stage: string): void;
  tell(line: string): void;
  /** See `Beside`; only where commands follow. */
  between?<T>(work: () => Promise<T>): Promise<T>;
}

/** What a tool may ask of the command line: `holder`'s session, in the folder and environment of `command`. */
export function contextOf(
  holder: SessionHolder,
  { argv, cwd, env, version }: Command,
  { signal, progress, tell, between }: Course,
): ToolContext {
  const name = sessionOf(argv, env);
  return {
    calls: 'commands',
    cwd,
    env,
    version,
    signal,
    progress,
    tell,
    session: () => holder.current(() => noSession(name)),
    openSession: (options) => holder.open({ ...options, env, signal }),
    closeSessions: ({ all }) => endSessions(all ? listSockets() : [pathsOf(name).socket]),
    ...(between && { beside: { keep: (kept, open) => holder.keep(kept, open), between } }),
    takeNotices: () => holder.takeNotices(),
  };
}

async function endSessions(sockets: string[]): Promise<string[]> {
  const names = await Promise.all(sockets.map(endHost));
  return names.filter((name) => name !== undefined).sort();
}
