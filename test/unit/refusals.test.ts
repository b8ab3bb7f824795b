import { expect, it } from 'vitest';
import type { ActionContext } from '../../packages/sightline/src/actions/ActionContext.ts';
import { press } from '../../packages/sightline/src/actions/press.ts';
import { uploadFile } from '../../packages/sightline/src/actions/uploadFile.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { fakeContext, fakeSession, toolNamed } from '../support/tools.ts';

const SECRET = 'hunter2-Zq7';

/** All that an error says. */
async function refusalOf(run: () => Promise<unknown>): Promise<string> {
  const error: unknown = await run().catch((thrown: unknown) => thrown);
  if (!(error instanceof SightlineError)) throw new Error(`no refusal: ${JSON.stringify(error)}`);
  expect(['invalid_argument', 'not_found']).toContain(error.code);
  return `${error.message} ${error.hint}`;
}

const noPage = {
  visibility: { page: { nodes: [] } },
  typedSecrets: { addKey: () => undefined },
  markInput: () => undefined,
  page: { keyboard: { press: (keys: string) => Promise.reject(new Error(`Unknown key: "${keys}"`)) } },
} as unknown as ActionContext;

it('a key that there is not is not repeated: it may be a secret; a mistyped name is', async () => {
  expect(await refusalOf(() => press(noPage, SECRET))).toMatch(/^There is no such key\. Write a key such as/);
  expect(await refusalOf(() => press(noPage, 'Entr'))).toContain('Did you mean Enter?');
});

it('a file that there is not, or that is elsewhere, is not repeated', async () => {
  const upload = (...paths: string[]): Promise<string> =>
    refusalOf(() =>
      uploadFile(noPage, {} as PageNode, paths, { cwd: import.meta.dirname, roots: [import.meta.dirname] }),
    );
  expect(await upload(SECRET)).toBe('The file is not there, or is no file. Give the path of a file.');
  expect(await upload(import.meta.filename, `/${SECRET}`)).toMatch(/^File 2 is outside of the folders/);
});

it.each([
  ['check', { index: 1, state: SECRET }],
  ['click', { index: 1, button: SECRET }],
  ['scroll', { direction: SECRET }],
  ['do', { steps: `press ${SECRET} 1` }],
  ['do', { steps: `fill 3 ${SECRET}; fill "a=${SECRET}; b=${SECRET}"; type ${SECRET}; click 4` }],
  ['do', { steps: `fill 3 my;${SECRET}` }],
  ['do', { steps: `fill 3 --${SECRET}; click 4` }],
  ['do', { steps: `select 3 ${SECRET}` }],
  ['do', { steps: `click 1; select 3 ${SECRET}; select 4 "${SECRET}" b` }],
  ['do', { steps: `click 1; fill 3 ${SECRET}; type 4 "x ${SECRET}"; fill --field "Pin=${SECRET}"` }],
])('%s %j is refused without the value', async (name, input) => {
  const refuse = async (): Promise<never> => {
    throw new SightlineError('invalid_argument', 'There is no such element.');
  };
  const selectRefused = async (): Promise<never> => {
    throw new SightlineError('not_found', 'There is no such option.');
  };
  const session = fakeSession({
    click: refuse,
    fill: refuse,
    check: refuse,
    press: refuse,
    selectOption: selectRefused,
  });
  const context = fakeContext({
    session: () =>
      ({
        ...session,
        mark: async () => ({}) as never,
        changesSince: async () => ({ text: '', data: {} }),
      }) as never,
  });
  const refusal = await refusalOf(async () => {
    const { failure } = await runTool(toolNamed(name), context, input);
    throw failure;
  });
  expect(refusal).not.toContain(SECRET);
});

it('what was not done is shown without what was to be typed', async () => {
  const refuse = async (): Promise<never> => {
    throw new SightlineError('not_found', 'Nothing is called that.');
  };
  const session = fakeSession({
    fill: refuse,
    mark: async () => ({}) as never,
    changesSince: async () => ({ text: '', data: {} }),
  });
  const steps = 'fill Name Ann; fill "Pin=1; City=Oslo"; type 4 x; type y; press Enter';
  await expect(
    runTool(toolNamed('do'), fakeContext({ session: () => session }), { steps }).then(
      ({ failure }) => failure,
    ),
  ).resolves.toMatchObject({
    message:
      'Stopped at `fill Name \u2026`: Nothing is called that. Not done: fill Pin=\u2026; City=\u2026; type 4 \u2026; type \u2026; press Enter.',
  });
});
