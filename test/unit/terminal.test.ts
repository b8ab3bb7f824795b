import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { print } from '../../packages/sightline/src/cli/daemon/forwardCommand.ts';
import { errorOutput, executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import { ProgressLine } from '../../packages/sightline/src/cli/ProgressLine.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import type { Tool } from '../../packages/sightline/src/tools/defineTool.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

/** Writes the clipboard, clears the screen, colours, turns text around, and says what nobody sees. */
const HOSTILE = 'a\u001b]52;c;cHduZWQ=\u0007\u001b[2J\u009b31m\u202eb\u{e0041}\u2028c\u034f';
const PLAIN = 'a]52;c;cHduZWQ=[2J31mbc';

let written = '';
beforeEach(() => {
  written = '';
  const write = (text: unknown): boolean => {
    written += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it('what a command answers steers no terminal, wherever it comes from', () => {
  print({ out: `${HOSTILE}\n`, err: `note: ${HOSTILE}\n`, exit: 0 });
  expect(written).toBe(`note: ${PLAIN}\n${PLAIN}\n`);
});

it('nor does an error', () => {
  print(errorOutput(new SightlineError('not_found', HOSTILE, { hint: HOSTILE }), { json: false, exit: 1 }));
  const line = PLAIN.replace('bc', 'b c');
  expect(written).toBe(`sightline: ${line}. ${line}.\n`);
});

it('nor what is in progress', () => {
  const line = new ProgressLine(() => ({ isTTY: true, write: (text) => process.stderr.write(text) }), 0);
  line.print(HOSTILE);
  expect(written).toBe(`${PLAIN}\n`);
});

it('JSON writes as escapes what is not seen, and loses nothing of it', async () => {
  const tool: Tool = {
    ...toolNamed('tabs'),
    handler: async () => ({ text: '', data: { title: `${HOSTILE}\u2764\ufe0f` }, notices: [HOSTILE] }),
  };
  print(await executeTool(tool, {}, fakeContext({}), true));
  expect(written).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}](?!$)/u);
  expect(JSON.parse(written)).toEqual({ ok: true, title: `${HOSTILE}\u2764\ufe0f`, notices: [HOSTILE] });
  print(errorOutput(new SightlineError('not_found', HOSTILE), { json: true, exit: 1 }));
  expect(written).not.toMatch(/[\u007f-\u009f\u202e]/);
});
