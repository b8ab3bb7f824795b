import type { Session } from '../../session/Session.ts';
import type { ToolContext } from '../../tools/defineTool.ts';

/** Context of tools that an agent runs: one session. */
export function createToolContext(session: Session, signal: AbortSignal): ToolContext {
  return {
    calls: 'tools',
    cwd: process.cwd(),
    signal,
    progress: () => undefined,
    session: () => session,
    openSession: async () => session,
    closeSessions: async () => [],
    takeNotices: () => session.takeNotices(),
  };
}
