import { z } from 'zod';
import { defineTool } from '../tools/defineTool.ts';
import type { Budget } from './Budget.ts';
import { Dialogue, type Said } from './Dialogue.ts';
import { oneLine } from './fitText.ts';
import type { Message, Model } from './Model.ts';
import { menuOf } from './menu.ts';
import type { Finish, Navigator } from './Navigator.ts';
import { done, fail } from './ownTools.ts';
import { planner } from './prompts/planner.ts';

const delegate = defineTool({
  name: 'delegate',
  title: 'Delegate a goal',
  description: 'Hand the navigator its next goal.',
  input: z.object({
    goal: z.string().min(1).max(2_000).describe('What to reach, with every value it needs'),
  }),
  readOnly: true,
  cli: { command: 'delegate' },
  handler: async (_, { goal }) => ({ text: goal, data: { goal } }),
});

export interface PlannerParts {
  model: Model;
  task: string;
  budget: Budget;
  maxInvalid: number;
  signal: AbortSignal;
  /** Hears what was decided. */
  onPlan(goal: string, replies: Said[]): void;
}

/** Goals that are handed out before the plan counts as failed: the limits of the run mostly come first. */
const MOST_GOALS = 50;
/** Reports that a planner is told of. */
const REPORTS = 20;

/** A model that never sees a page: it hands sub-goals to a navigator, and reads what came of them. */
export class Planner {
  readonly #parts: PlannerParts;
  readonly #dialogue: Dialogue;

  constructor(parts: PlannerParts) {
    const menu = menuOf({ queryMode: 'none', folds: false, own: [delegate, done, fail] });
    this.#parts = parts;
    this.#dialogue = new Dialogue({ ...parts, prompt: planner, menu, style: 'compact' });
  }

  /** @throws as `Navigator.pursue` does */
  async direct(navigator: Navigator): Promise<Finish> {
    const { task, onPlan } = this.#parts;
    const reports: string[] = [];
    while (reports.length < MOST_GOALS) {
      const replies: Said[] = [];
      const { calls } = await this.#dialogue.step([messageOf(task, reports)], (said) => replies.push(said));
      const [call] = calls;
      const input = call?.input as { goal: string; text: string; success: boolean; reason: string };
      onPlan(input.goal ?? '', replies);
      if (call?.tool === 'done') return { success: input.success, gaveUp: false, text: input.text };
      if (call?.tool === 'fail') return { success: false, gaveUp: true, text: input.reason };
      const { success, text } = await navigator.pursue(input.goal);
      reports.push(`${oneLine(input.goal, 200)} -> ${success ? 'done' : 'failed'}: ${oneLine(text, 600)}`);
    }
    return { success: false, gaveUp: true, text: `The plan went on for ${MOST_GOALS} goals.` };
  }
}

function messageOf(task: string, reports: readonly string[]): Message {
  const told = reports
    .slice(-REPORTS)
    .map((report, i) => `${Math.max(0, reports.length - REPORTS) + i + 1}. ${report}`);
  const said =
    told.length > 0 ? `Goals so far, and the reports:\n${told.join('\n')}` : 'Nothing was done yet.';
  return { role: 'user', text: `Task: ${task}\n\n${said}` };
}
