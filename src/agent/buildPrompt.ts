import { estimateTokens } from '../view/tokens.ts';
import type { Form, ToolDefinition } from './Model.ts';
import { STEP_FORM } from './prompts/common.ts';
import { hybrid } from './prompts/hybrid.ts';
import { off } from './prompts/off.ts';
import type { Example, Prompt } from './prompts/Prompt.ts';
import { query } from './prompts/query.ts';
import type { Settled } from './settings.ts';
import { signatures } from './stepSchema.ts';

/** The prompt of each mode. */
export const PROMPTS = { off, hybrid, query } as const;

/**
 * A system prompt. A model that calls tools gets them beside it, and examples as calls; one that writes its steps is
 * told the tools and the form too.
 */
export function writePrompt(
  { head, legend, rules, examples }: Prompt,
  form: Form,
  tools: readonly ToolDefinition[],
  style: Settled['style'] = 'compact',
): string {
  const parts =
    form === 'native'
      ? [head, legend?.[style], rules, `Examples\n${examples.map(called).join('\n')}`, NATIVE]
      : [head, legend?.[style], `Tools\n${signatures(tools)}`, rules, STEP_FORM, writtenExamples(examples)];
  return parts.filter(Boolean).join('\n\n');
}

const NATIVE = 'Before each call say in a sentence what you look for and why. Always call a tool.';

const writtenExamples = (examples: readonly Example[]): string =>
  `Examples\n${examples.map((example) => JSON.stringify(example)).join('\n')}`;

function called({ thinking, action }: Example): string {
  const calls = action
    .flatMap((one) => Object.entries(one))
    .map(([name, input]) => `${name}(${JSON.stringify(input)})`);
  return `- ${thinking} -> ${calls.join(', ')}`;
}

/** An upper estimate of what prompt and tools cost in every call. */
export function fixedTokens(system: string, form: Form, tools: readonly ToolDefinition[]): number {
  return estimateTokens(system) + (form === 'native' ? estimateTokens(JSON.stringify(tools)) : 0);
}
