import { estimateTokens } from '../../render/estimateTokens.ts';
import type { ResolvedSettings } from '../AgentSettings.ts';
import { encodeStep } from '../functionalTokens/encodeStep.ts';
import { Vocabulary } from '../functionalTokens/Vocabulary.ts';
import type { CallFormat, ToolDefinition } from '../models/Model.ts';
import type { ToolMenu } from '../tools/toolMenu.ts';
import { FUNCTIONAL_FORMAT, STEP_FORMAT } from './common.ts';
import { hybridPrompt } from './hybridPrompt.ts';
import { offPrompt } from './offPrompt.ts';
import { outlinePrompt } from './outlinePrompt.ts';
import type { Prompt, PromptExample } from './Prompt.ts';
import { queryPrompt } from './queryPrompt.ts';
import { jsonSignatures, tokenSignatures } from './toolSignatures.ts';

/** The prompt of each mode; `outline`: of mode `off` with that view. */
export const PROMPTS = {
  off: offPrompt,
  outline: outlinePrompt,
  hybrid: hybridPrompt,
  query: queryPrompt,
} as const;

export const choosePrompt = ({ queryMode, view }: Pick<ResolvedSettings, 'queryMode' | 'view'>): Prompt =>
  PROMPTS[queryMode === 'off' && view === 'outline' ? 'outline' : queryMode];

/**
 * Builds the system prompt. For models that call tools natively it has examples as calls; for others also the tools
 * and the reply format.
 */
export function buildPrompt(
  { head, legend, rules, examples }: Prompt,
  callFormat: CallFormat,
  menu: ToolMenu,
  style: ResolvedSettings['style'],
): string {
  const parts = [head, legend?.[style], ...SECTIONS_BY_FORMAT[callFormat]({ rules, examples, menu })];
  return parts.filter(Boolean).join('\n\n');
}

type SectionInput = Pick<Prompt, 'rules' | 'examples'> & { menu: ToolMenu };

/** The sections that follow the head, by call format. */
const SECTIONS_BY_FORMAT: Readonly<Record<CallFormat, (parts: SectionInput) => (string | undefined)[]>> = {
  native: ({ rules, examples }) => [
    rules,
    `Examples\n${examples.map(nativeExample).join('\n')}`,
    NATIVE_CALL_RULE,
  ],
  step: ({ rules, examples, menu }) => [
    `Tools\n${jsonSignatures(toolDefinitionsOf(menu))}`,
    rules,
    STEP_FORMAT,
    jsonExamples(examples),
  ],
  functional: ({ rules, examples, menu }) => {
    const vocabulary = new Vocabulary(menu.values());
    const encodedExamples = examples.map((example) => encodeStep(toStep(example), vocabulary));
    return [
      `Tools\n${tokenSignatures(vocabulary)}`,
      rules,
      FUNCTIONAL_FORMAT,
      `Examples\n${encodedExamples.join('\n')}`,
    ];
  },
};

export const toolDefinitionsOf = (menu: ToolMenu): ToolDefinition[] =>
  Array.from(menu.values(), ({ definition }) => definition);

const toStep = ({ thinking, action }: PromptExample): Parameters<typeof encodeStep>[0] => ({
  thinking,
  calls: action.flatMap((one) => Object.entries(one)).map(([tool, input]) => ({ tool, input })),
});

const NATIVE_CALL_RULE = 'Before each call say in a sentence what you look for and why. Always call a tool.';

const jsonExamples = (examples: readonly PromptExample[]): string =>
  `Examples\n${examples.map((example) => JSON.stringify(example)).join('\n')}`;

function nativeExample({ thinking, action }: PromptExample): string {
  const calls = action
    .flatMap((one) => Object.entries(one))
    .map(([name, input]) => `${name}(${JSON.stringify(input)})`);
  return `- ${thinking} -> ${calls.join(', ')}`;
}

/** Upper estimate of the tokens of prompt and tools in every call. */
export function estimateFixedTokens(
  system: string,
  callFormat: CallFormat,
  tools: readonly ToolDefinition[],
): number {
  return estimateTokens(system) + (callFormat === 'native' ? estimateTokens(JSON.stringify(tools)) : 0);
}
