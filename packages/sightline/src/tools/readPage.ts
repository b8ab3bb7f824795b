import type { LookOptions, Session } from '../session/Session.ts';
import type { ToolContext, ToolResult } from './defineTool.ts';

/** The open session, for a question about its page. Throws `no_session`. */
export function sessionToRead(context: ToolContext): Session {
  const session = context.session();
  context.progress('reading the page');
  return session;
}

/** A look at the open page, for tools that show a part of it under a name of their own. Throws `no_session`. */
export async function lookAtPage(context: ToolContext, options: LookOptions): Promise<ToolResult> {
  const { text, data } = await sessionToRead(context).look(options);
  return { text, data };
}
