import type { Tool } from './defineTool.ts';

/** A command that another word stands for, with what that word says beside it. */
export interface CommandSynonym {
  command: string;
  input?: Readonly<Record<string, unknown>>;
}

const DOUBLE_CLICK = { command: 'click', input: { double: true } };

/** What others call a command: taken where no command or tool has that name. */
const SYNONYMS: Readonly<Record<string, CommandSynonym>> = {
  uncheck: { command: 'check', input: { state: 'off' } },
  dblclick: DOUBLE_CLICK,
  'double-click': DOUBLE_CLICK,
  doubleclick: DOUBLE_CLICK,
  ...Object.fromEntries(
    Object.entries({
      open: 'goto go navigate visit',
      look: 'snapshot view show',
      query: 'find search',
      text: 'grep',
      click: 'tap',
      fill: 'input set',
      select: 'choose pick',
      press: 'key',
      details: 'describe',
      dom: 'css selector',
      upload: 'attach',
      wait: 'sleep',
      close: 'quit exit stop',
    }).flatMap(([command, words]) => words.split(' ').map((word) => [word, { command }])),
  ),
};

/** Those that say more than the name of a command. */
export const STEP_SYNONYMS: readonly string[] = Object.keys(SYNONYMS).filter((word) => SYNONYMS[word]?.input);

/** Undefined for the names of commands and tools, and for words that are none. */
export function findSynonym(word: string, tools: readonly Tool[]): CommandSynonym | undefined {
  const isName = tools.some(({ name, cli, otherNames = [] }) =>
    [cli.command, name, ...otherNames].includes(word),
  );
  const synonym = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined;
  return isName || !tools.some(({ cli }) => cli.command === synonym?.command) ? undefined : synonym;
}
