import type { Session } from '../../packages/sightline/src/session/Session.ts';
import type { Tool, ToolContext } from '../../packages/sightline/src/tools/defineTool.ts';
import { tools } from '../../packages/sightline/src/tools/index.ts';

export function toolNamed(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool is called ${name}`);
  return tool;
}

/** A host in which nothing is open, but what a test gives. */
export function fakeContext(given: Partial<ToolContext> = {}): ToolContext {
  return {
    calls: 'tools',
    cwd: '/',
    signal: new AbortController().signal,
    progress: () => undefined,
    session: () => {
      throw new Error('no session in this test');
    },
    openSession: async () => {
      throw new Error('no session in this test');
    },
    closeSessions: async () => [],
    takeNotices: () => [],
    ...given,
  };
}

/** What the tools of the command line get, over a session. */
export const commandContext = (session: Session): ToolContext =>
  fakeContext({
    calls: 'commands',
    session: () => session,
    openSession: async () => session,
    takeNotices: () => session.takeNotices(),
  });

/** A session of which only what a test needs is there. */
export function fakeSession(given: Partial<Session>): Session {
  return given as Session;
}
