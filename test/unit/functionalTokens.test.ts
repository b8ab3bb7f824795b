import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { encodeCall, encodeStep } from '../../packages/sightline/src/agent/functionalTokens/encodeStep.ts';
import {
  gbnfOf,
  patternSchemaOf,
  specialTokens,
  vocabularyOf,
} from '../../packages/sightline/src/agent/functionalTokens/grammar.ts';
import { parseCall, parseStep } from '../../packages/sightline/src/agent/functionalTokens/parseStep.ts';
import { buildToolMenu } from '../../packages/sightline/src/agent/tools/toolMenu.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import type { Tool } from '../../packages/sightline/src/tools/defineTool.ts';
import { inputFields } from '../../packages/sightline/src/tools/inputFields.ts';
import { parseInput } from '../../packages/sightline/src/tools/parseInput.ts';
import { inputsOf } from '../support/inputsOf.ts';

const vocabulary = vocabularyOf('all');
const everyTool: readonly Tool[] = vocabulary.tokenTools.map(({ tool }) => tool);
const calls = fc.oneof(
  ...everyTool.map((tool) => inputsOf(tool).map((input) => ({ tool: tool.name, input }))),
);
const parse = (text: string) => parseCall(text, vocabulary);

/** The call, or undefined where it is refused as it must be. */
function tryParse(text: string): ReturnType<typeof parse> | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'invalid_argument') return undefined;
    throw error;
  }
}

/** Holds what a text is read as to what it says; the call, or undefined where it is refused. */
function expectNothingAdded(text: string): ReturnType<typeof parse> | undefined {
  const read = tryParse(text);
  if (!read) return undefined;
  const said = literalsOf(text);
  for (const literal of literalsOf(encodeCall(read, vocabulary))) expect(said).toContain(literal);
  const named = new Set(fieldNames(text));
  const tool = everyTool.find(({ name }) => name === read.tool) as Tool;
  for (const { key, required, default: usual } of inputFields(tool))
    if (!required && !named.has(key)) expect((read.input as Record<string, unknown>)[key]).toEqual(usual);
  return read;
}

describe('the compact call language', () => {
  it('reads as the language is specified', () => {
    expect(encodeCall({ tool: 'query_elements', input: { role: 'button', text: 'cart' } }, vocabulary)).toBe(
      '<bu_query> text="cart" role="button" <bu_end>',
    );
    expect(encodeCall({ tool: 'click', input: { index: 12 } }, vocabulary)).toBe('<bu_click> 12 <bu_end>');
    expect(parse('<bu_query> role="button" text="cart" <bu_end>').input).toMatchObject({
      role: 'button',
      text: 'cart',
    });
  });

  test.each(everyTool.map((tool) => [tool.name, tool] as const))(
    '%s: parse(encode(call)) = call',
    (name, tool) => {
      fc.assert(
        fc.property(inputsOf(tool), (input) => {
          const call = { tool: name, input };
          expect(parse(encodeCall(call, vocabulary))).toEqual({ tool: name, input: parseInput(tool, input) });
        }),
        { numRuns: 25 },
      );
    },
  );

  it('keeps a step: what was thought, and each call', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(calls, { minLength: 1, maxLength: 4 }), (thinking, some) => {
        const step = parseStep(encodeStep({ thinking, calls: some }, vocabulary), vocabulary);
        expect(step.calls.map(({ tool }) => tool)).toEqual(some.map(({ tool }) => tool));
        expect(step.thinking.replaceAll('< ', '<')).toBe(thinking.trim().replaceAll('< ', '<'));
      }),
      { numRuns: 80 },
    );
  });

  it('lets no special token stand in what is thought or typed', () => {
    const input = { index: 1, text: '<bu_end> <bu_click> 3 <bu_end>' };
    const text = encodeStep(
      { thinking: 'see <bu_click> 1 <bu_end>', calls: [{ tool: 'fill', input }] },
      vocabulary,
    );
    expect(text.match(/<bu_\w+>/g)).toEqual(['<bu_fill>', '<bu_end>']);
    expect(parseStep(text, vocabulary).calls).toMatchObject([{ tool: 'fill', input }]);
  });
});

describe('broken input', () => {
  it('that was cut off anywhere is refused', () => {
    fc.assert(
      fc.property(calls, fc.nat(), (call, at) => {
        const text = encodeCall(call, vocabulary);
        expect(tryParse(text.slice(0, at % text.length))).toBeUndefined();
      }),
      { numRuns: 250 },
    );
  });

  // A changed digit is another call, and a good one. So: what is accepted is all that the text says, and nothing else.
  it('is refused, or says exactly the call it is read as', () => {
    let accepted = 0;
    fc.assert(
      fc.property(calls, fc.infiniteStream(fc.nat()), (call, numbers) => {
        if (expectNothingAdded(mutate(encodeCall(call, vocabulary), numbers))) accepted++;
      }),
      { numRuns: 600 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  // What became of `index: "a=1"` by a random change: a number in quotes is the number.
  test.each(['"1"', '"[1]"', '" 01"', '1'])('the element %s is 1', (written) => {
    const text = `<bu_click> ${written} <bu_end>`;
    expect(expectNothingAdded(text)?.input).toMatchObject({ index: 1 });
  });

  test.each([
    ['', 'begins with a token'],
    ['click 12', 'begins with a token'],
    ['<bu_jump> 12 <bu_end>', 'no token <bu_jump>'],
    ['<bu_click> 12', 'a space is missing before nothing'],
    ['<bu_click> 12 <bu_click> 13 <bu_end>', 'not ended'],
    ['<bu_click> 12 13 <bu_end>', 'does not take "13'],
    ['<bu_click> index=12 <bu_end>', 'does not take index'],
    ['<bu_click> <bu_end>', 'index takes the number of an element, or words for it, not nothing'],
    ['<bu_click> -3 <bu_end>', 'index takes the number of an element, or words for it, not -3'],
    ['<bu_click> 1.5 <bu_end>', 'index takes the number of an element'],
    ['<bu_click> 12abc <bu_end>', 'a space is missing'],
    ['<bu_click> 12 double=yes <bu_end>', 'double cannot be'],
    ['<bu_click> 12 button=middle button=left <bu_end>', 'button twice'],
    ['<bu_click> 12 <bu_end> and so on', 'Behind <bu_end>'],
    ['<bu_query> text="cart <bu_end>', 'text cannot be'],
    ['<bu_query> attributes={"a":"1","a":"2"} <bu_end>', 'attributes cannot be'],
    ['<bu_query> keyword_weights={"a":"1"} <bu_end>', 'keyword_weights cannot be'],
    ['<bu_query> txet="cart" <bu_end>', 'does not take txet'],
    ['<bu_scroll> direction=sideways <bu_end>', 'direction takes one of'],
    ['<bu_select> 3 ["a",] <bu_end>', 'options cannot be'],
  ])('%s: %s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe.each(['off', 'hybrid', 'query'] as const)('the grammars of mode %s', (queryMode) => {
  const mine = vocabularyOf(queryMode);
  const pattern = new RegExp(patternSchemaOf(mine).pattern);
  const fromGbnf = new RegExp(`^${inlined(gbnfOf(mine))}$`);
  const steps = fc.record({
    thinking: fc.oneof(fc.string(), fc.constantFrom('a<bu_end>', '<b<bu_x>', '[4]<button>Save', '<')),
    calls: fc.array(fc.oneof(...mine.tokenTools.map(({ tool, fields }) => offered(tool, fields))), {
      minLength: 1,
      maxLength: 3,
    }),
  });

  it('accept every step that is written', () => {
    fc.assert(
      fc.property(steps, (step) => {
        const text = encodeStep(step, mine);
        expect(text).toMatch(pattern);
        expect(text).toMatch(fromGbnf);
      }),
      { numRuns: 80 },
    );
  });

  it('accept nothing that cannot be parsed, but for what a tool says of its values', () => {
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.nat()), (step, numbers) => {
        const text = mutate(encodeStep(step, mine), numbers);
        expect(fromGbnf.test(text)).toBe(pattern.test(text));
        if (!pattern.test(text)) return;
        try {
          parseStep(text, mine);
        } catch (error) {
          expect((error as Error).message).toMatch(/ takes |^\w+: /);
        }
      }),
      { numRuns: 250 },
    );
  });
});

it('lists for a trainer each special token once, with a weight above 1', () => {
  const tokens = specialTokens(vocabulary);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(everyTool.length + 1);
  expect(tokens.find(({ tool }) => tool === 'query_elements')).toMatchObject({ token: '<bu_query>' });
  for (const { weight, description } of tokens) {
    expect(weight).toBeGreaterThan(1);
    expect(description).not.toBe('');
  }
});

/** Inputs with only those fields that models know of. */
function offered(tool: Tool, fields: readonly { key: string; isOffered: boolean }[]) {
  const keys = new Set(fields.filter(({ isOffered }) => isOffered).map(({ key }) => key));
  return inputsOf(tool)
    .map((input) => Object.fromEntries(Object.entries(input).filter(([key]) => keys.has(key))))
    .map((input) => ({ tool: tool.name, input }));
}

/** Deletes, doubles, moves or changes a few characters. */
function mutate(text: string, numbers: Iterable<number>): string {
  const stream = numbers[Symbol.iterator]();
  const next = (below: number): number => (stream.next().value as number) % Math.max(1, below);
  let broken = text;
  for (let times = 1 + next(3); times > 0; times--) {
    const at = next(broken.length);
    const end = at + 1 + next(4);
    const piece = broken.slice(at, end);
    const rest = [broken.slice(0, at), broken.slice(end)] as const;
    const signs = '"\\<>_={}[]: ,19abtrue';
    const into = ['', piece + piece, signs[next(signs.length)] ?? '', [...piece].reverse().join('')][next(4)];
    broken = rest.join(into);
  }
  return broken;
}

const LITERAL = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Texts and numbers that stand in a call, each in one form: the number of an element may stand in quotes. */
const literalsOf = (text: string): string[] =>
  (text.match(LITERAL) ?? []).map((literal) => {
    const number = /^"\s*(?:\[(\d+)\]|(\d+))\s*"$/.exec(literal);
    if (number) return String(Number(number[1] ?? number[2]));
    try {
      return JSON.stringify(JSON.parse(literal));
    } catch {
      return literal;
    }
  });

const fieldNames = (text: string): string[] =>
  Array.from(text.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/(\w+)=/g), ([, name]) => name ?? '');

/** A GBNF grammar without recursion as a regular expression, each rule in its place. */
function inlined(gbnf: string): string {
  const rules = new Map(
    gbnf
      .trim()
      .split('\n')
      .map((line) => line.split(/ ::= (.*)/s) as [string, string]),
  );
  const part = /"((?:[^"\\]|\\.)*)"|(\[(?:[^\]\\]|\\.)*\])|([a-z][a-z-]*)|\s+/g;
  const write = (name: string): string =>
    (rules.get(name) ?? '').replace(part, (_, text?: string, set?: string, rule?: string) => {
      if (text !== undefined)
        return text.replace(/\\(["\\])/g, '$1').replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
      return set ?? (rule === undefined ? '' : `(?:${write(rule)})`);
    });
  return write('root');
}

test.each(['fill', 'type_text'])(
  'a model names the field of %s: which text is a secret must be known',
  (name) => {
    const tool = buildToolMenu({ queryMode: 'off', folds: true }).get(name);
    expect(tool?.definition.schema).toMatchObject({ required: expect.arrayContaining(['index', 'text']) });
  },
);
