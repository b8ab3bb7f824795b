import { describe, expect, it, test } from 'vitest';
import { parseFields } from '../../packages/sightline/src/search/targets/parseFields.ts';
import { tools } from '../../packages/sightline/src/tools/index.ts';
import { inputFields } from '../../packages/sightline/src/tools/inputFields.ts';
import { parseSteps } from '../../packages/sightline/src/tools/parseSteps.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

const read = (text: string): unknown[] =>
  parseSteps(text, tools, 'commands').map(({ tool, input, isByWords }) => [
    tool.cli.command,
    input,
    isByWords,
  ]);

describe('steps', () => {
  it.each([
    [
      'fill 3 Ann Lee; click "Save"',
      [
        ['fill', { index: 3, text: 'Ann Lee' }, false],
        ['click', { index: 'Save' }, true],
      ],
    ],
    ['fill [3] "a; b"', [['fill', { index: 3, text: 'a; b' }, false]]],
    ['click button "More" in row "Ann"', [['click', { index: 'button "More" in row "Ann"' }, true]]],
    [
      'double-click 7\nuncheck Terms',
      [
        ['click', { index: 7, double: true }, false],
        ['check', { index: 'Terms', state: 'off' }, true],
      ],
    ],
    [
      'fill First name=Ann Lee; Email=a@b.org; click Save',
      [
        ['fill', { index: 'First name=Ann Lee; Email=a@b.org' }, true],
        ['click', { index: 'Save' }, true],
      ],
    ],
    ['drag 3 --from 1,2 --to 30,4', [['drag', { index: 3, from: '1,2', to: '30,4' }, false]]],
    ['drag 3 4 --to 30,4', [['drag', { index: 3, to: 4, at: '30,4' }, false]]],
    ['select-text 3 two words', [['select-text', { index: 3, text: 'two words' }, false]]],
    ['type "hello you"', [['type', { index: 'hello you' }, true]]],
    ['type 0.042', [['type', { index: '0.042' }, true]]],
    [
      'scroll to Imprint; scroll down; scroll [4]',
      [
        ['scroll', { to: 'Imprint' }, true],
        ['scroll', { direction: 'down' }, true],
        ['scroll', { to: 4 }, false],
      ],
    ],
    ['find save', [['query', { text: 'save' }, true]]],
    ['click 3 --double --timeout 900', [['click', { index: 3, double: true, timeoutMs: 900 }, false]]],
    [
      'query save draft --near-heading "Your posts" -n 3',
      [['query', { text: 'save draft', near_heading: 'Your posts', max_results: 3 }, true]],
    ],
    ['select Country "New Zealand"', [['select', { index: 'Country', options: ['New Zealand'] }, true]]],
    [
      String.raw`type "rows[\"a;b\"]"; type 'say "x; y"'; fill 3 rows[\"units\"]`,
      [
        ['type', { index: 'rows["a;b"]' }, true],
        ['type', { index: 'say "x; y"' }, true],
        ['fill', { index: 3, text: 'rows["units"]' }, false],
      ],
    ],
    [
      String.raw`fill 3 "C:\\dir\\"; fill 4 'it'\''s; so'; fill 5 'it's fine; so'`,
      [
        ['fill', { index: 3, text: 'C:\\dir\\' }, false],
        ['fill', { index: 4, text: "it's; so" }, false],
        ['fill', { index: 5, text: "it's fine; so" }, false],
      ],
    ],
    ['fill 3 "one\ntwo; three"', [['fill', { index: 3, text: 'one\ntwo; three' }, false]]],
    [
      "fill 3 it's; click OK",
      [
        ['fill', { index: 3, text: "it's" }, false],
        ['click', { index: 'OK' }, true],
      ],
    ],
    ['fill 3 "--double"', [['fill', { index: 3, text: '--double' }, false]]],
    ['fill 3 -5', [['fill', { index: 3, text: '-5' }, false]]],
  ])('%s', (text, steps) => {
    expect(read(text)).toEqual(steps);
  });

  it.each([
    ['', 'There are no steps.', 'Write commands'],
    ['clik 3', '"clik" is no step.', 'Did you mean click?'],
    ['click Save; sbmit 3', '"sbmit" is no step.', 'Put a text with a semicolon in quotes.'],
    ['fill Password a;hunter2;click Save', 'Step 2, behind fill, is no step.', 'Put a text with a semicolon'],
    ['click 3 --dubble', 'click takes no --dubble.', 'Did you mean --double?'],
    ['click', 'takes', ''],
    ['wait --timeout soon', 'takes', ''],
  ])('%j is refused', (text, message, hint) => {
    try {
      parseSteps(text, tools, 'commands');
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_argument' });
      expect(String(error)).toContain(message);
      expect((error as { hint: string }).hint).toContain(hint);
    }
  });
});

test('fields: a value may hold an equals sign, a semicolon, quotes', () => {
  expect(parseFields('Name=Ann; Formula=a=b; Note="x; y"; Empty=')).toEqual([
    { field: 'Name', value: 'Ann' },
    { field: 'Formula', value: 'a=b' },
    { field: 'Note', value: 'x; y' },
    { field: 'Empty', value: '' },
  ]);
  expect(parseFields(String.raw`Code="x=1; y=\"2\""; Size=3"; City=Oslo`)).toEqual([
    { field: 'Code', value: 'x=1; y="2"' },
    { field: 'Size', value: '3"' },
    { field: 'City', value: 'Oslo' },
  ]);
});

describe('steps of a model', () => {
  const flagsOf = (cliOnly: boolean): [command: string, flag: string][] =>
    tools.flatMap((tool) =>
      inputFields(tool)
        .filter((field) => field.cliOnly === cliOnly && field.flag !== undefined)
        .map(({ flag = '' }): [string, string] => [tool.cli.command, flag]),
    );

  it.each(['tools', 'few tools'] as const)('have no fields but those that it is offered (%s)', (calls) => {
    expect(flagsOf(true)).toContainEqual(['open', '--allow']);
    for (const [command, flag] of flagsOf(true))
      expect(() => parseSteps(`${command} a ${flag} 1`, tools, calls)).toThrow(
        /takes no (?:--|such option|words)/,
      );
    expect(() => parseSteps('look --full', tools, calls)).not.toThrow();
  });

  it.each([
    'open file:///etc/hosts --allow file:',
    'open about:blank --cdp http://127.0.0.1:9222',
    'open about:blank --profile /home/user/profile',
    'look /home/user/settings.json',
    'look http://127.0.0.1/',
  ])('%s opens nothing, and reads no file', async (steps) => {
    const opened: unknown[] = [];
    const context = fakeContext({
      openSession: async (request) => {
        opened.push(request);
        throw new Error('opened');
      },
    });
    const refusal = { code: 'invalid_argument', message: expect.stringMatching(/takes no/) };
    await expect(runTool(toolNamed('do'), context, { steps })).rejects.toMatchObject(refusal);
    expect(opened).toEqual([]);
  });
});
