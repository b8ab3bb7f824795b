import { statSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { commandUsage } from '../../packages/sightline/src/tools/commandUsage.ts';
import { developerTools, tools } from '../../packages/sightline/src/tools/index.ts';
import { inputFields, inputSchema } from '../../packages/sightline/src/tools/inputFields.ts';
import { parseInput } from '../../packages/sightline/src/tools/parseInput.ts';
import { renderReference } from '../../packages/sightline/src/tools/renderReference.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { errorOf } from '../support/errorOf.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

describe('the list of tools', () => {
  const all = [...tools, ...developerTools];

  it('names every tool and command once', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ cli }) => cli.command)).size).toBe(all.length);
  });

  it.each(all.map((tool) => [tool.name, tool] as const))('%s is well formed', (name, tool) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(tool.title).toMatch(/^[A-Z][^.]*$/);
    expect(tool.description).toMatch(/^[A-Z].*\.$/);
    const keys = Object.keys(tool.input.shape);
    const { positionals = [], flags = {}, valueNames = {}, cliOnly = [] } = tool.cli;
    for (const key of [...positionals, ...Object.keys(valueNames), ...cliOnly]) expect(keys).toContain(key);
    for (const { description } of inputFields(tool)) expect(description).not.toBe('');
    const named = inputFields(tool).flatMap(({ flag }) => flag ?? []);
    expect(new Set(named).size).toBe(named.length);
    expect(Object.values(flags).join()).toMatch(/^[a-z,-]*$/);
  });

  // run_script and scripts are 230 of them, places in elements and select_text 150.
  it('costs a model less than 4,950 tokens', () => {
    const shown = tools.filter(({ name }) => name !== 'doctor');
    const listed = shown.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema(tool),
    }));
    expect(countTokens(JSON.stringify(listed))).toBeLessThan(4_950);
  });
});

describe('fieldsOf and inputSchema', () => {
  it('gives look the flags of the command line', () => {
    const flags = inputFields(toolNamed('look')).map(({ flag }) => flag);
    expect(flags).toEqual([
      '--view',
      '--style',
      '--max-tokens',
      '--viewport',
      '--interactive',
      '--full',
      '--save',
      '--picture',
      undefined,
      '--html-mode',
      '--locators',
      '--ids',
      '--timing',
      '--timeout',
      '--headed',
    ]);
  });

  it('keeps from models what only a person at a terminal can use', () => {
    expect(Object.keys(inputSchema(toolNamed('look')).properties ?? {})).toEqual([
      'view',
      'style',
      'maxTokens',
      'viewportExpansion',
      'interactiveOnly',
      'full',
      'save',
      'picture',
    ]);
  });

  it('says models the type, the choices and the default, and no bound', () => {
    const number = { type: 'integer', description: expect.stringContaining('Tab to switch to') };
    const flag = { type: 'boolean', description: expect.any(String) };
    const properties = { number, new: flag, close: flag };
    expect(inputSchema(toolNamed('tabs'))).toEqual({ type: 'object', properties });
    expect((inputSchema(toolNamed('look')).properties as { style: object }).style).toEqual({
      enum: ['compact', 'markup'],
      default: 'compact',
    });
    const style = inputFields(toolNamed('look')).find(({ key }) => key === 'style');
    expect(style).toMatchObject({ kind: 'choice', choices: ['compact', 'markup'], default: 'compact' });
  });

  it('writes the usage', () => {
    expect(commandUsage(toolNamed('open'))).toBe(
      'sightline open URL [--query WORDS] [--max-results N] [--max-tokens N] [--quiet] [--full] [--timeout MS] [--wait-until EVENT] [--settle MS] [--headed] [--profile FOLDER] [--proxy ADDRESS] [--locale TAG] [--timezone ZONE] [--geolocation LAT,LON] [--device NAME] [--viewport-size WxH] [--user-agent TEXT] [--color-scheme SCHEME] [--ignore-https-errors] [--http-credentials NAME:PASSWORD] [--header HEADER...] [--state NAME] [--dialogs ANSWER] [--downloads FOLDER] [--allow PATTERN...] [--block PATTERN...] [--allow-evaluate] [--cdp ADDRESS] [--grid URL] [--extension]',
    );
    expect(commandUsage(toolNamed('tabs'))).toBe(
      'sightline tabs [N] [--new] [--close] [--max-tokens N] [--quiet]',
    );
  });
});

describe('parseInput', () => {
  it('fills in defaults', () => {
    expect(parseInput(toolNamed('get_region'), { landmark: 'MAIN' })).toEqual({
      landmark: 'MAIN',
      style: 'compact',
      viewportExpansion: -1,
      full: false,
    });
  });

  it.each([
    [{ view: 'tree' }, 'view takes one of outline, flat, summary, minimal, html, json, not "tree".'],
    [{ maxTokens: 0 }, 'maxTokens takes a whole number of 1 or more, not 0.'],
    [{ maxTokens: 60.5 }, 'maxTokens takes a whole number of 1 or more, not 60.5.'],
    [{ viewportExpansion: 'x' }, 'viewportExpansion takes a whole number of -1 or more, not "x".'],
    [{ full: 'yes' }, 'full takes true or false, not "yes".'],
  ])('refuses %j', (input, message) => {
    const error = errorOf(() => parseInput(toolNamed('look'), input));
    expect(error.code).toBe('invalid_argument');
    expect(error.message).toBe(message);
  });

  it('refuses what it does not know, and says what it knows', () => {
    const error = errorOf(() => parseInput(toolNamed('tabs'), { tab: 1 }));
    expect(error.message).toContain('tab');
    expect(error.hint).toBe('It takes number, new, close, maxTokens, quiet.');
    expect(errorOf(() => parseInput(toolNamed('tabs'), 'x')).code).toBe('invalid_argument');
  });
});

describe('other names of fields', () => {
  const shown = { landmark: 'MAIN' };

  it.each([
    [
      'get_region',
      { ...shown, heading_scope: 'Sizes', content_type: 'text' },
      { heading: 'Sizes', content: 'text' },
    ],
    ['get_region', { ...shown, max_tokens: 90 }, { maxTokens: 90 }],
    ['get_region', { region: 'NAV' }, { landmark: 'NAV' }],
    ['get_page_summary', { include_headings: false }, { only: 'regions' }],
    ['get_page_summary', { include_landmarks: 'False', include_headings: true }, { only: 'headings' }],
    ['query_elements', { withinLandmark: 'NAV', maxResults: 3 }, { within_landmark: 'NAV', max_results: 3 }],
    ['query_dom', { selector: 'a', tabId: 2, pierceShadow: true }, { tab_id: 2, pierce_shadow: true }],
    ['click', { element: 'Save' }, { index: 'Save' }],
    ['fill', { ref: '[12]', text: 'Ann' }, { index: 12, text: 'Ann' }],
  ])('%s %j', (name, input, expected) => {
    expect(parseInput(toolNamed(name), input)).toMatchObject(expected);
  });

  it.each([
    [
      'query_elements',
      { within_landmrk: 'NAV' },
      'query_elements takes no "within_landmrk".',
      'Did you mean within_landmark?',
    ],
    [
      'get_region',
      { landmark: 'MAIN', headng_scope: 'x' },
      'get_region takes no "headng_scope".',
      'Did you mean heading_scope?',
    ],
    [
      'get_region',
      { ...shown, heading: 'a', heading_scope: 'b' },
      'get_region: heading and heading_scope both say what heading is.',
      'Give heading only.',
    ],
    [
      'get_page_summary',
      { include_headings: false, include_landmarks: false },
      'get_page_summary: include_headings and include_landmarks both say what only is.',
      'Give only only.',
    ],
    [
      'click',
      { element: 'Save', ref: 'e4' },
      'click: element and ref both say what index is.',
      'Give index only.',
    ],
    [
      'get_page_summary',
      { include_headings: 'some' },
      'get_page_summary: include_headings takes one of true, false, not "some".',
      '',
    ],
  ])('%s %j is refused', (name, input, message, hint) => {
    const error = errorOf(() => parseInput(toolNamed(name), input));
    expect(error.message).toBe(message);
    expect(error.hint.startsWith(hint)).toBe(true);
  });

  it('are fields of the tool, and no field of it', () => {
    for (const { input, aliases = {} } of tools)
      for (const [name, alias] of Object.entries(aliases)) {
        const fields = Object.keys(input.shape);
        expect(fields).not.toContain(name);
        expect(fields).toContain(typeof alias === 'string' ? alias : alias.field);
      }
  });
});

describe('runTool', () => {
  it('turns whatever is thrown into a SightlineError', async () => {
    const context = fakeContext({
      session: () => {
        throw new TypeError('x is not a function\n at y');
      },
    });
    const failed = runTool(toolNamed('tabs'), context, {});
    await expect(failed).rejects.toMatchObject({
      name: 'SightlineError',
      code: 'internal',
      message: 'Something unexpected failed: x is not a function',
    });
  });

  it('says so where a file has too long a name', async () => {
    const context = fakeContext({ session: () => void statSync('a'.repeat(300)) as never });
    await expect(runTool(toolNamed('tabs'), context, {})).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'The file cannot be there: the name is too long.',
    });
  });

  it('stops waiting when nobody waits for the answer', async () => {
    const controller = new AbortController();
    const context = fakeContext({
      signal: controller.signal,
      closeSessions: () => new Promise(() => undefined),
    });
    const running = runTool(toolNamed('close'), context, {});
    controller.abort(new SightlineError('browser_closed', 'The session was closed.'));
    await expect(running).rejects.toMatchObject({ code: 'browser_closed' });
  });

  it('lets the work stop by itself first, and reports the reason all the same', async () => {
    const controller = new AbortController();
    let stopped = false;
    const context = fakeContext({
      signal: controller.signal,
      closeSessions: async () => {
        await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
        await new Promise((resolve) => setTimeout(resolve, 10));
        stopped = true;
        return [];
      },
    });
    const running = runTool(toolNamed('close'), context, {});
    controller.abort(new SightlineError('browser_closed', 'The session was closed.'));
    await expect(running).rejects.toMatchObject({ code: 'browser_closed' });
    expect(stopped).toBe(true);
  });

  it('does not even begin when it is too late', async () => {
    let begun = false;
    const context = fakeContext({
      signal: AbortSignal.abort(new Error('too late')),
      closeSessions: async () => {
        begun = true;
        return [];
      },
    });
    await expect(runTool(toolNamed('close'), context, {})).rejects.toThrow('too late');
    expect(begun).toBe(false);
  });

  it('reports what happened beside the answer', async () => {
    const context = fakeContext({ takeNotices: () => ['tab 2 opened: https://a.example/'] });
    const answer = await runTool(toolNamed('close'), context, {});
    expect(answer.notices).toEqual(['tab 2 opened: https://a.example/']);
  });
});

describe('renderReference', () => {
  it('has a section with a usage line for every tool, and what each flag means once', () => {
    const text = renderReference(tools);
    for (const tool of tools) expect(text).toContain(`\n## ${tool.name}\n`);
    for (const tool of tools) expect(text).toContain(`\n${commandUsage(tool)}\n`);
    expect(text).toContain('| `maxTokens` | `--max-tokens` | whole number | Most tokens | look, ');
    expect(text).toContain('\nIn [Flags of several commands](#flags-of-several-commands): `--timeout`, ');
    const flags = text.split('\n').filter((line) => /^\| .*\| `(?:-\w, )?--/.test(line));
    const meanings = flags.map((line) => line.split(' | ').slice(0, 4).join(' | ').replace(/ \|$/, ''));
    expect(meanings.filter((one, i) => meanings.indexOf(one) < i)).toEqual([]);
    expect(text).not.toMatch(/default ``(?!`)/);
  });
});
