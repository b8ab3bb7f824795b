import { buildPrompt, encodeStep, PROMPTS, vocabularyOf } from '../../../sightline/src/internal.ts';
import type { TrainingExample } from './TrainingExample.ts';
import { TOOL_MENUS } from './verify/checkFormat.ts';

type TrainingLine = Record<string, unknown>;

/** What stands in front of every example of a mode. */
const chatHead = (mode: TrainingExample['mode']): { system: string; tools: TrainingLine[] } => ({
  system: buildPrompt(PROMPTS[mode], 'native', TOOL_MENUS[mode], mode === 'off' ? 'markup' : 'compact'),
  tools: Array.from(TOOL_MENUS[mode].values(), ({ definition: { name, description, schema } }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  })),
});

const HEADS = { off: chatHead('off'), hybrid: chatHead('hybrid'), query: chatHead('query') };
const VOCABULARY = vocabularyOf('all');

/** A line of `chat.jsonl`: messages with tool calls, as fine-tuning services and trl take them. */
export function toChatLine({ mode, state, rationale, calls, id }: TrainingExample): TrainingLine {
  const { system, tools } = HEADS[mode];
  return {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: state },
      {
        role: 'assistant',
        content: rationale,
        tool_calls: calls.map(({ tool, input }, at) => ({
          id: `call_${id}_${at}`,
          type: 'function',
          function: { name: tool, arguments: JSON.stringify(input) },
        })),
      },
    ],
    tools,
  };
}

/** A line of `functional.jsonl`: the calls in special tokens. No tool is described: training teaches the tokens. */
export function toFunctionalLine({ state, rationale, calls }: TrainingExample): TrainingLine {
  return {
    messages: [
      { role: 'system', content: 'You do a task in a web browser, step by step.' },
      { role: 'user', content: state },
      { role: 'assistant', content: encodeStep({ thinking: rationale, calls }, VOCABULARY) },
    ],
  };
}
