import { afterEach, expect, it, vi } from 'vitest';
import { createCommandRequest } from '../../packages/sightline/src/cli/commandLine.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { fakeContext, fakeSession, toolNamed } from '../support/tools.ts';

const calls: unknown[][] = [];
const recorded =
  (name: string) =>
  async (...given: unknown[]) => {
    calls.push([name, ...given]);
    return { text: name, data: {}, targets: [] };
  };
const session = fakeSession({
  fill: recorded('fill'),
  type: recorded('type'),
  typeAtFocus: recorded('typeAtFocus'),
});
const run = (tool: string, input: object, given: object = {}) =>
  runTool(
    toolNamed(tool),
    fakeContext({
      calls: 'commands',
      env: { PW: 'sesame' },
      stdin: 'piped\n',
      session: () => session,
      ...given,
    }),
    input,
  );

afterEach(() => void calls.splice(0));
const secret = expect.objectContaining({ secret: true });

it('a secret comes from a variable or from standard input', async () => {
  await run('fill', { index: 3, secretEnv: 'PW' });
  await run('fill', { index: 'Password', secretStdin: true });
  await run('type_text', { index: 3, secretStdin: true }, { stdin: 'a\nb\r\n' });
  await run('type_text', { secretEnv: 'PW' });
  await run('fill', { index: 3, text: 'Ann' });
  expect(calls).toEqual([
    ['fill', 3, 'sesame', secret],
    ['fill', 'Password', 'piped', secret],
    ['type', 3, 'a\nb', secret],
    ['typeAtFocus', 'sesame', secret],
    ['fill', 3, 'Ann', expect.not.objectContaining({ secret: true })],
  ]);
});

it.each([
  [{ index: 3, text: 'a', secretEnv: 'PW' }, {}],
  [{ index: 3, secretStdin: true, secretEnv: 'PW' }, {}],
  [{ index: 3, secretEnv: 'NONE' }, {}],
  [{ index: 3, secretEnv: 'toString' }, {}],
  [{ index: 3, secretStdin: true }, { stdin: undefined }],
  [{ index: 3, secretStdin: true }, { stdin: '\n' }],
  [{ secretEnv: 'PW', fields: { a: 'b' } }, {}],
  // No model reads a variable, be it in a step.
  [{ index: 3, secretEnv: 'PW' }, { calls: 'tools' }],
  [{ index: 3, secretStdin: true }, { calls: 'few tools' }],
])('%j is refused (%j)', async (input, given) => {
  const refusal = await run('fill', input, given).catch((error: Error) => error);
  expect(refusal).toMatchObject({
    code: 'invalid_argument',
    message: expect.not.stringMatching(/sesame|piped/),
  });
  expect(calls).toEqual([]);
});

it('the process of a session is given the variables that a command names, and no others', () => {
  vi.stubEnv('PW', 'sesame').stubEnv('OTHER', 'x').stubEnv('OTHER_TOKEN', 'y');
  const named = (...argv: string[]) =>
    Object.keys(createCommandRequest(argv, '1').env).filter((name) => !name.startsWith('SIGHTLINE_'));
  expect(named('fill', '3', '--secret-env', 'PW')).toEqual(['PW']);
  expect(named('fill', '3', '--secret-env=PW')).toEqual(['PW']);
  expect(named('do', 'fill 3 --secret-env PW; click 4')).toEqual(['PW']);
  expect(named('run', 'x.js', '--arg-env', 'password=PW', '--arg-env', 'a=OTHER').sort()).toEqual([
    'OTHER',
    'PW',
  ]);
  expect(named('fill', '3', 'PW', '--secret-stdin')).toEqual([]);
  vi.unstubAllEnvs();
});
