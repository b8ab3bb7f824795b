import { readFileSync } from 'node:fs';
import type { ChatAnswer, ChatRequest } from './ModelServer.ts';

export const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The code blocks of a language. */
export const blocks = (language: string, text = readme): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, word, code = '']) =>
    word === language ? [code] : [],
  );

/** Every command of a text's `sh` blocks, in order, without its remark. */
export const commandsOf = (text: string): string[] =>
  blocks('sh', text).flatMap((block) =>
    block.split('\n').flatMap((line) => line.replace(/\s+#.*$/, '').trim() || []),
  );

/** What the README says to somebody who has nothing yet. */
export const installSection = /^## Install\n.*?(?=^## )/ms.exec(readme)?.[0] ?? '';

/** A model that answers the first line of the demo: as a step from the state, or by looking with a tool. */
export function readTitle({ tools, messages }: ChatRequest): ChatAnswer {
  const said = JSON.stringify(messages.at(-1)?.content);
  const title = /Page: \\"Fernway[^\\]*/.exec(said)?.[0].replace('\\', '') ?? '';
  if (!tools) return JSON.stringify({ thinking: '', next_goal: '', action: [{ done: { text: title } }] });
  return title === '' ? { tool: 'look', input: { view: 'minimal' } } : title;
}
