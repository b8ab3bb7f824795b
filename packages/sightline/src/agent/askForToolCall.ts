import type { z } from 'zod';
import { defineTool } from '../tools/defineTool.ts';
import { Budget } from './Budget.ts';
import { Dialogue } from './Dialogue.ts';
import type { Model } from './models/Model.ts';
import type { Prompt } from './prompts/Prompt.ts';
import { buildToolMenu } from './tools/toolMenu.ts';

/** A question that a model answers by calling one tool. */
export interface ToolQuestion<Input extends z.ZodObject> {
  /** Its examples call the tool. */
  prompt: Prompt;
  /** The tool: the only one that is offered, and never run. */
  tool: { name: string; description: string; input: Input };
  text: string;
}

export interface AskOptions {
  model: Model;
  /** Default: unlimited. */
  budget?: Budget;
  signal: AbortSignal;
}

/** Replies to one question before it counts as unanswered. */
const MAX_ATTEMPTS = 2;

/**
 * Asks a model one question; returns the input of the tool call that answers it, checked against the tool's schema.
 * @throws RunEnd `invalid_output`, `model`, `tokens`; the signal's reason
 */
export async function askForToolCall<Input extends z.ZodObject>(
  { prompt, tool, text }: ToolQuestion<Input>,
  { model, budget = unlimitedBudget(), signal }: AskOptions,
): Promise<z.output<Input>> {
  const definition = defineTool({
    ...tool,
    title: tool.description,
    readOnly: true,
    cli: { command: tool.name },
    handler: async () => ({ text: '', data: {} }),
  });
  const menu = buildToolMenu({ queryMode: 'none', folds: false, extraTools: [definition] });
  const dialogue = new Dialogue({
    model,
    budget,
    signal,
    prompt,
    menu,
    style: 'compact',
    maxInvalid: MAX_ATTEMPTS,
  });
  const { calls } = await dialogue.step([{ role: 'user', text }], () => undefined);
  // A step that was accepted has at least one call, and its input fits the tool.
  return calls[0]?.input as z.output<Input>;
}

const unlimitedBudget = (): Budget =>
  new Budget({ maxSteps: Number.POSITIVE_INFINITY, maxTokens: Number.POSITIVE_INFINITY });
