import { estimateTokens } from '../view/tokens.ts';
import { encodeStep } from './functional/encode.ts';
import { tokenSignatures } from './functional/signatures.ts';
import { Vocabulary } from './functional/Vocabulary.ts';
import type { Form, ToolDefinition } from './Model.ts';
import type { Menu } from './menu.ts';
import { FUNCTIONAL_FORM, STEP_FORM } from './prompts/common.ts';
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
  menu: Menu,
  style: Settled['style'] = 'compact',
): string {
  const parts = [head, legend?.[style], ...FORMS[form]({ rules, examples, menu })];
  return parts.filter(Boolean).join('\n\n');
}

type FormParts = Pick<Prompt, 'rules' | 'examples'> & { menu: Menu };

/** Rules, tools and examples, as each form needs them. */
const FORMS: Readonly<Record<Form, (parts: FormParts) => (string | undefined)[]>> = {
  native: ({ rules, examples }) => [rules, `Examples\n${examples.map(called).join('\n')}`, NATIVE],
  step: ({ rules, examples, menu }) => [
    `Tools\n${signatures(definitionsOf(menu))}`,
    rules,
    STEP_FORM,
    writtenExamples(examples),
  ],
  functional: ({ rules, examples, menu }) => {
    const vocabulary = new Vocabulary(menu.values());
    const told = examples.map((example) => encodeStep(stepOf(example), vocabulary));
    return [`Tools\n${tokenSignatures(vocabulary)}`, rules, FUNCTIONAL_FORM, `Examples\n${told.join('\n')}`];
  },
};

export const definitionsOf = (menu: Menu): ToolDefinition[] =>
  Array.from(menu.values(), ({ definition }) => definition);

const stepOf = ({ thinking, action }: Example): Parameters<typeof encodeStep>[0] => ({
  thinking,
  calls: action.flatMap((one) => Object.entries(one)).map(([tool, input]) => ({ tool, input })),
});

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
