import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ActionResult, Session } from '../session/Session.ts';
import { parseJson } from '../snapshot/parseJson.ts';
import { toSightlineError } from '../tools/runTool.ts';

/** What whoever watches a session asks for: hold its actions back, let one through, or do one in its place. */
const commandSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('pause') }),
  z.object({ do: z.literal('resume') }),
  z.object({ do: z.literal('step') }),
  z.object({ do: z.literal('click'), number: z.int().min(1) }),
  z.object({ do: z.literal('fill'), number: z.int().min(1), text: z.string().max(100_000) }),
  z.object({ do: z.literal('press'), number: z.int().min(1).optional(), text: z.string().min(1).max(100) }),
]);

export type WatcherCommand = z.output<typeof commandSchema>;

/** Shown to whoever watches. */
export interface WatcherAnswer {
  text: string;
  isError: boolean;
}

const MAX_BODY = 200_000;

/** The command in the body of a request; undefined where there is none. */
export async function readWatcherCommand(request: IncomingMessage): Promise<WatcherCommand | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return commandSchema.safeParse(parseJson(Buffer.concat(chunks).toString('utf8'))).data;
}

/** Does it. Actions of a watcher are done only while those of the session are held back. */
export async function runWatcherCommand(command: WatcherCommand, session: Session): Promise<WatcherAnswer> {
  const { gate } = session;
  if (command.do === 'pause' || command.do === 'resume' || command.do === 'step') {
    gate[command.do]();
    return { text: '', isError: false };
  }
  if (!gate.state.paused)
    return { text: 'Pause the session first: two at once are in each other\u2019s way.', isError: true };
  try {
    const { text } = await gate.asWatcher(() => act(command, session));
    return { text, isError: false };
  } catch (error) {
    const { code, advice } = toSightlineError(error);
    return { text: `${code}: ${advice}`, isError: true };
  }
}

type WatcherAction = Exclude<WatcherCommand, { do: 'pause' | 'resume' | 'step' }>;

function act(command: WatcherAction, session: Session): Promise<ActionResult> {
  switch (command.do) {
    case 'click':
      return session.click(command.number);
    case 'fill':
      return session.fill(command.number, command.text);
    case 'press':
      return session.press(command.text, command.number);
  }
}
