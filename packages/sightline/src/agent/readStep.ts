import { SightlineError } from '../model/SightlineError.ts';
import { fieldsOf } from '../tools/fieldsOf.ts';
import { parseInput } from '../tools/parseInput.ts';
import { parseStep } from './functional/parse.ts';
import { Vocabulary } from './functional/Vocabulary.ts';
import type { Call, Form, Reply } from './Model.ts';
import type { Menu } from './menu.ts';

/** What a model decided to do. */
export interface Step {
  thinking: string;
  nextGoal: string;
  calls: Call[];
}

/** Most actions of one step. */
export const MOST_ACTIONS = 10;

/** What a model said, checked. @throws SightlineError `invalid_argument` in words for the model */
export function readStep(reply: Reply, form: Form, menu: Menu): Step {
  const step = stepOf(reply, form, menu);
  if (step.calls.length > MOST_ACTIONS)
    throw invalid(`${step.calls.length} actions are too many.`, `Give ${MOST_ACTIONS} at most.`);
  return { ...step, calls: step.calls.map((call) => checkCall(call, menu)) };
}

function stepOf(reply: Reply, form: Form, menu: Menu): Step {
  if (form === 'functional') return sayingStep(parseStep(reply.text, new Vocabulary(menu.values())));
  return form === 'native' && reply.calls.length > 0
    ? sayingStep({ thinking: reply.text.trim(), calls: reply.calls })
    : writtenStep(reply, form);
}

/** Where the goal is not told apart, it is the last that was thought. */
function sayingStep({ thinking, calls }: Omit<Step, 'nextGoal'>): Step {
  return { thinking, nextGoal: thinking.split('\n').at(-1)?.slice(0, 200) ?? '', calls };
}

/** Some models that are asked to call tools write the step instead: it is taken all the same. */
function writtenStep({ text }: Reply, form: Form): Step {
  const said = parseObject(text);
  if (!said)
    throw form === 'native'
      ? invalid('No tool was called.', 'Call a tool; call done when the task is done.')
      : invalid('That is not a JSON object.', FORM);
  const { thinking, next_goal, action } = said;
  const actions = Array.isArray(action) ? action : action === undefined ? [] : [action];
  if (actions.length === 0) throw invalid('There is no "action".', FORM);
  return { thinking: textOf(thinking), nextGoal: textOf(next_goal), calls: actions.map(callOf) };
}

const FORM = 'Answer one JSON object: {"thinking": "...", "next_goal": "...", "action": [{"tool": {...}}]}.';

function callOf(action: unknown, position: number): Call {
  const entries = isRecord(action) ? Object.entries(action) : [];
  const [entry] = entries;
  if (!entry || entries.length > 1)
    throw invalid(`Action ${position + 1} is not an object with one tool.`, 'Write {"click": {"index": 5}}.');
  return { id: `call-${position + 1}`, tool: entry[0], input: entry[1] ?? {} };
}

function checkCall(call: Call, menu: Menu): Call {
  const offer = menu.get(call.tool);
  if (!offer)
    throw invalid(
      `There is no tool "${call.tool.slice(0, 60)}".`,
      `The tools are ${[...menu.keys()].join(', ')}.`,
    );
  return { ...call, input: parseInput(offer.tool, tidy(call.input, fieldsOf(offer.tool))) };
}

/** Without the nulls that some models write for what they leave out, and with numbers that were written as text. */
function tidy(input: unknown, fields: ReturnType<typeof fieldsOf>): unknown {
  if (!isRecord(input)) return input;
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([key, value]) => {
      const kind = fields.find((field) => field.key === key)?.kind;
      const number =
        kind === 'integer' || kind === 'element' ? /^\s*\[?(\d+)\]?\s*$/.exec(String(value)) : null;
      if (number) return [key, Number(number[1])];
      return [key, kind === 'list' && typeof value === 'string' ? [value] : value];
    }),
  );
}

/** The first JSON object of a text, whatever stands around it. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const end = endOfObject(text, start);
    if (end === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text.slice(start, end));
      return isRecord(value) ? value : undefined;
    } catch {
      // Braces of prose: the object may come after them.
    }
  }
  return undefined;
}

/** Behind the brace that closes the one at `start`; undefined where none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (!isText && sign === '{') depth++;
    else if (!isText && sign === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const invalid = (message: string, hint: string): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });
