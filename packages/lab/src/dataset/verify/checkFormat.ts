import {
  buildToolMenu,
  clickQueryResult,
  done,
  fail,
  MAX_ACTIONS,
  note,
  parseInput,
  SightlineError,
} from '../../../../sightline/src/internal.ts';
import { ExampleRejection } from '../ExampleRejection.ts';
import type { TrainingExample } from '../TrainingExample.ts';

const toolMenuFor = (queryMode: TrainingExample['mode']): ReturnType<typeof buildToolMenu> =>
  buildToolMenu({ queryMode, folds: true, extraTools: [done, fail, note, clickQueryResult] });

/** The tools that an agent of each mode is offered, and so an example may call. */
export const TOOL_MENUS = {
  off: toolMenuFor('off'),
  hybrid: toolMenuFor('hybrid'),
  query: toolMenuFor('query'),
};

/** Stage 1: every call is of a tool of the mode, with fields, types and ranges that its schema takes. @throws Rejection */
export function checkFormat({ mode, calls }: Pick<TrainingExample, 'mode' | 'calls'>): void {
  if (calls.length === 0 || calls.length > MAX_ACTIONS)
    throw new ExampleRejection(
      'format',
      'too_many_calls',
      `${calls.length} calls; a step takes 1 to ${MAX_ACTIONS}.`,
    );
  const menu = TOOL_MENUS[mode];
  for (const { tool: name, input } of calls) {
    const tool = menu.get(name)?.tool;
    if (!tool) throw new ExampleRejection('format', 'unknown_tool', `Mode ${mode} has no tool "${name}".`);
    try {
      parseInput(tool, input);
    } catch (thrown) {
      if (!(thrown instanceof SightlineError)) throw thrown;
      throw new ExampleRejection('format', 'bad_input', `${name}: ${thrown.message}`);
    }
  }
}
