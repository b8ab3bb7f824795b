import {
  clickQueryResult,
  done,
  fail,
  MOST_ACTIONS,
  menuOf,
  note,
  parseInput,
  SightlineError,
} from '../../../sightline/src/internal.ts';
import type { Example } from './Example.ts';
import { Rejection } from './Rejection.ts';

const menuOfMode = (queryMode: Example['mode']): ReturnType<typeof menuOf> =>
  menuOf({ queryMode, folds: true, own: [done, fail, note, clickQueryResult] });

/** The tools that an agent of each mode is offered, and so an example may call. */
export const MENUS = { off: menuOfMode('off'), hybrid: menuOfMode('hybrid'), query: menuOfMode('query') };

/** Stage 1: every call is of a tool of the mode, with fields, types and ranges that its schema takes. @throws Rejection */
export function checkFormat({ mode, calls }: Pick<Example, 'mode' | 'calls'>): void {
  if (calls.length === 0 || calls.length > MOST_ACTIONS)
    throw new Rejection(
      'format',
      'too_many_calls',
      `${calls.length} calls; a step takes 1 to ${MOST_ACTIONS}.`,
    );
  const menu = MENUS[mode];
  for (const { tool: name, input } of calls) {
    const tool = menu.get(name)?.tool;
    if (!tool) throw new Rejection('format', 'unknown_tool', `Mode ${mode} has no tool "${name}".`);
    try {
      parseInput(tool, input);
    } catch (thrown) {
      if (!(thrown instanceof SightlineError)) throw thrown;
      throw new Rejection('format', 'bad_input', `${name}: ${thrown.message}`);
    }
  }
}
