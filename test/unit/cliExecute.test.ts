import { describe, expect, it } from 'vitest';
import {
  CommandCancelledError,
  errorOutput,
  executeTool,
} from '../../packages/sightline/src/cli/executeTool.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import type { ToolResult } from '../../packages/sightline/src/tools/defineTool.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

const answering = (answer: ToolResult) => ({ ...toolNamed('close'), handler: async () => answer });
const failing = (error: unknown) => ({
  ...toolNamed('close'),
  handler: async () => {
    throw error;
  },
});
const noSession = new SightlineError('no_session', 'No session is\nopen', {
  hint: 'Call `sightline open URL`.',
});

describe('execute', () => {
  it('prints the text, and what is to be shown beside it on standard error', async () => {
    const tool = answering({ text: 'seen', data: {}, notices: ['saved\npage.json'] });
    expect(await executeTool(tool, {}, fakeContext(), false)).toEqual({
      out: 'seen\n',
      err: 'note: saved page.json\n',
      exit: 0,
      error: undefined,
    });
  });

  it.each([
    ['', ''],
    ['seen', 'seen\n'],
    ['seen\n\n', 'seen\n'],
  ])('ends %j with one line break, and nothing with none', async (text, out) => {
    expect(await executeTool(answering({ text, data: {} }), {}, fakeContext(), false)).toMatchObject({ out });
  });

  it('prints the data with --json', async () => {
    const tool = answering({ text: 'seen', data: { url: 'u' }, notices: ['a'] });
    const { out, err, exit } = await executeTool(tool, {}, fakeContext(), true);
    expect(JSON.parse(out)).toEqual({ ok: true, url: 'u', notices: ['a'] });
    expect([err, exit]).toEqual(['', 0]);
  });

  it('prints an error as exactly one line', async () => {
    const { out, err, exit } = await executeTool(failing(noSession), {}, fakeContext(), false);
    expect([out, err, exit]).toEqual(['', 'sightline: No session is open. Call `sightline open URL`.\n', 1]);
  });

  it('prints an error as an object with --json', async () => {
    const { out, err, exit } = await executeTool(failing(noSession), {}, fakeContext(), true);
    expect(JSON.parse(out)).toEqual({
      ok: false,
      error: {
        code: 'no_session',
        message: 'No session is\nopen',
        hint: 'Call `sightline open URL`.',
        retryable: false,
      },
    });
    expect([err, exit]).toEqual(['', 1]);
  });

  it('never lets an unexpected error through', async () => {
    const { err, exit } = await executeTool(failing('oops'), {}, fakeContext(), false);
    expect(err).toMatch(/^sightline: Something unexpected failed: oops\. .*report it\.\n$/);
    expect(exit).toBe(1);
  });

  it('reports bad news as an answer and as a failure', async () => {
    const tool = answering({ text: 'FAILED page', data: { checks: [] }, failure: noSession });
    const plain = await executeTool(tool, {}, fakeContext(), false);
    expect(plain).toMatchObject({ out: 'FAILED page\n', exit: 1 });
    expect(plain.err).toMatch(/^sightline: No session/);
    const { out, exit } = await executeTool(tool, {}, fakeContext(), true);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'no_session' }, checks: [] });
    expect(exit).toBe(1);
  });

  it('ends without a word when it was cancelled', async () => {
    const signal = AbortSignal.abort(new CommandCancelledError());
    expect(await executeTool(answering({ text: '', data: {} }), {}, fakeContext({ signal }), true)).toEqual({
      out: '',
      err: '',
      exit: 130,
    });
  });
});

describe('errorOutput', () => {
  it.each([
    ['It failed', '', 'sightline: It failed.\n'],
    ['It failed.', 'Try again', 'sightline: It failed. Try again.\n'],
    ['Unknown', 'Did you mean look?', 'sightline: Unknown. Did you mean look?\n'],
  ])('%s + %s', (message, hint, line) => {
    const error = new SightlineError('internal', message, { hint });
    expect(errorOutput(error, { json: false, exit: 2 })).toEqual({ out: '', err: line, exit: 2 });
  });
});
