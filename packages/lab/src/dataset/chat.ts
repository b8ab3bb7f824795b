import { encodeStep, PROMPTS, vocabularyOf, writePrompt } from '../../../sightline/src/internal.ts';
import { MENUS } from './checkFormat.ts';
import type { Example } from './Example.ts';

type Line = Record<string, unknown>;

/** What stands in front of every example of a mode. */
const headOf = (mode: Example['mode']): { system: string; tools: Line[] } => ({
  system: writePrompt(PROMPTS[mode], 'native', MENUS[mode], mode === 'off' ? 'markup' : 'compact'),
  tools: Array.from(MENUS[mode].values(), ({ definition: { name, description, schema } }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  })),
});

const HEADS = { off: headOf('off'), hybrid: headOf('hybrid'), query: headOf('query') };
const VOCABULARY = vocabularyOf('all');

/** A line of `chat.jsonl`: messages with tool calls, as fine-tuning services and trl take them. */
export function chatOf({ mode, state, rationale, calls, id }: Example): Line {
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
export function functionalOf({ state, rationale, calls }: Example): Line {
  return {
    messages: [
      { role: 'system', content: 'You do a task in a web browser, step by step.' },
      { role: 'user', content: state },
      { role: 'assistant', content: encodeStep({ thinking: rationale, calls }, VOCABULARY) },
    ],
  };
}
