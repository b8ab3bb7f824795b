import { asText, isRecord } from '../snapshot/parseJson.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { inputFields } from '../tools/inputFields.ts';
import { parseInput } from '../tools/parseInput.ts';
import { findJsonObject } from './findJsonObject.ts';
import { parseStep } from './functionalTokens/parseStep.ts';
import { Vocabulary } from './functionalTokens/Vocabulary.ts';
import type { CallFormat, ModelReply, ToolCall } from './models/Model.ts';
import type { ToolMenu } from './tools/toolMenu.ts';

/** A parsed step of a model. */
export interface AgentStep {
  thinking: string;
  nextGoal: string;
  calls: ToolCall[];
}

/** Calls allowed in one step. */
export const MAX_ACTIONS = 10;

/** Parses and validates a reply. @throws SightlineError `invalid_argument`, worded for the model */
export function parseModelStep(reply: ModelReply, callFormat: CallFormat, menu: ToolMenu): AgentStep {
  const step = toStep(reply, callFormat, menu);
  if (step.calls.length > MAX_ACTIONS)
    throw invalid(`${step.calls.length} actions are too many.`, `Give ${MAX_ACTIONS} at most.`);
  return { ...step, calls: step.calls.map((call) => validateCall(call, menu)) };
}

function toStep(reply: ModelReply, callFormat: CallFormat, menu: ToolMenu): AgentStep {
  if (callFormat === 'functional') return stepWithGoal(parseStep(reply.text, new Vocabulary(menu.values())));
  return callFormat === 'native' && reply.calls.length > 0
    ? stepWithGoal({ thinking: reply.text.trim(), calls: reply.calls })
    : parseJsonStep(reply, callFormat);
}

/** Without a separate goal, the last line of the thinking is the goal. */
function stepWithGoal({ thinking, calls }: Omit<AgentStep, 'nextGoal'>): AgentStep {
  return { thinking, nextGoal: thinking.split('\n').at(-1)?.slice(0, 200) ?? '', calls };
}

/** Also for models with native tools: some write the step as JSON instead. */
function parseJsonStep({ text }: ModelReply, callFormat: CallFormat): AgentStep {
  const object = findJsonObject(text);
  if (!object)
    throw callFormat === 'native'
      ? invalid('No tool was called.', 'Call a tool; call done when the task is done.')
      : invalid('That is not a JSON object.', FORMAT_HINT);
  const { thinking, next_goal, action } = object;
  const actions = Array.isArray(action) ? action : action === undefined ? [] : [action];
  if (actions.length === 0) throw invalid('There is no "action".', FORMAT_HINT);
  return { thinking: asText(thinking), nextGoal: asText(next_goal), calls: actions.map(toToolCall) };
}

const FORMAT_HINT =
  'Answer one JSON object: {"thinking": "...", "next_goal": "...", "action": [{"tool": {...}}]}.';

function toToolCall(action: unknown, position: number): ToolCall {
  const entries = isRecord(action) ? Object.entries(action) : [];
  const [entry] = entries;
  if (!entry || entries.length > 1)
    throw invalid(`Action ${position + 1} is not an object with one tool.`, 'Write {"click": {"index": 5}}.');
  return { id: `call-${position + 1}`, tool: entry[0], input: entry[1] ?? {} };
}

function validateCall(call: ToolCall, menu: ToolMenu): ToolCall {
  const menuEntry = menu.get(call.tool);
  if (!menuEntry)
    throw invalid(
      `There is no tool "${call.tool.slice(0, 60)}".`,
      `The tools are ${[...menu.keys()].join(', ')}.`,
    );
  return {
    ...call,
    input: parseInput(menuEntry.tool, normalizeInput(call.input, inputFields(menuEntry.tool))),
  };
}

/** Drops nulls that some models write for omitted fields, and converts numbers written as text. */
function normalizeInput(input: unknown, fields: ReturnType<typeof inputFields>): unknown {
  if (!isRecord(input)) return input;
  const present = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(
    present.map(([key, value]) => {
      const kind = fields.find((field) => field.key === key)?.kind;
      const number =
        kind === 'integer' || kind === 'element' ? /^\s*\[?(\d+)\]?\s*$/.exec(String(value)) : null;
      if (number) return [key, Number(number[1])];
      return [key, kind === 'list' && typeof value === 'string' ? [value] : value];
    }),
  );
}

const invalid = (message: string, hint: string): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });
