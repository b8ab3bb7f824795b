import { z } from 'zod';
import { shorten } from '../snapshot/shorten.ts';
import { defineTool } from '../tools/defineTool.ts';
import type { Budget } from './Budget.ts';
import { Dialogue, type ReplyRecord } from './Dialogue.ts';
import type { ChatMessage, Model } from './models/Model.ts';
import type { GoalResult, Navigator } from './Navigator.ts';
import { plannerPrompt } from './prompts/plannerPrompt.ts';
import { done, fail } from './tools/agentTools.ts';
import { buildToolMenu } from './tools/toolMenu.ts';

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

export interface PlannerOptions {
  model: Model;
  task: string;
  budget: Budget;
  maxInvalid: number;
  signal: AbortSignal;
  /** Called with each planned goal. */
  onPlan(goal: string, replies: ReplyRecord[]): void;
}

/** Goals after which the plan counts as failed; mostly a limit of the run comes first. */
const MAX_GOALS = 50;
/** Reports that the planner is shown. */
const MAX_REPORTS = 20;

/** A model that never sees a page: it gives sub-goals to a navigator and reads its reports. */
export class Planner {
  readonly #options: PlannerOptions;
  readonly #dialogue: Dialogue;

  constructor(options: PlannerOptions) {
    const menu = buildToolMenu({ queryMode: 'none', folds: false, extraTools: [delegate, done, fail] });
    this.#options = options;
    this.#dialogue = new Dialogue({ ...options, prompt: plannerPrompt, menu, style: 'compact' });
  }

  /** @throws as `Navigator.pursue` does */
  async run(navigator: Navigator): Promise<GoalResult> {
    const { task, onPlan } = this.#options;
    const reports: string[] = [];
    while (reports.length < MAX_GOALS) {
      const replies: ReplyRecord[] = [];
      const { calls } = await this.#dialogue.step([plannerMessage(task, reports)], (record) =>
        replies.push(record),
      );
      const [call] = calls;
      const input = call?.input as { goal: string; text: string; success: boolean; reason: string };
      onPlan(input.goal ?? '', replies);
      if (call?.tool === 'done') return { success: input.success, gaveUp: false, text: input.text };
      if (call?.tool === 'fail') return { success: false, gaveUp: true, text: input.reason };
      const { success, text } = await navigator.pursue(input.goal);
      reports.push(`${shorten(input.goal, 200)} -> ${success ? 'done' : 'failed'}: ${shorten(text, 600)}`);
    }
    return { success: false, gaveUp: true, text: `The plan went on for ${MAX_GOALS} goals.` };
  }
}

function plannerMessage(task: string, reports: readonly string[]): ChatMessage {
  const reportLines = reports
    .slice(-MAX_REPORTS)
    .map((report, i) => `${Math.max(0, reports.length - MAX_REPORTS) + i + 1}. ${report}`);
  const progress =
    reportLines.length > 0
      ? `Goals so far, and the reports:\n${reportLines.join('\n')}`
      : 'Nothing was done yet.';
  return { role: 'user', text: `Task: ${task}\n\n${progress}` };
}
