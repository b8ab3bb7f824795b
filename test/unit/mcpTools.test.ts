import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTools } from '../../packages/sightline/src/mcp/listTools.ts';
import { createRemoteClient } from '../../packages/sightline/src/mcp/McpClient.ts';
import {
  OutputFolder,
  parseResourceUri,
  resourceUri,
} from '../../packages/sightline/src/mcp/OutputFolder.ts';
import {
  findProfileTool,
  PROFILES,
  toolsOf,
  unknownToolError,
} from '../../packages/sightline/src/mcp/profiles.ts';
import { readMore } from '../../packages/sightline/src/mcp/readMore.ts';
import { toolContent } from '../../packages/sightline/src/mcp/toolContent.ts';
import { estimateTokens } from '../../packages/sightline/src/render/estimateTokens.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { developerTools, tools } from '../../packages/sightline/src/tools/index.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { writablePath } from '../../packages/sightline/src/tools/writablePath.ts';
import { el, snapshotOf } from '../support/page.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

const costOf = (profile: (typeof PROFILES)[number], options?: Parameters<typeof listTools>[1]): number =>
  countTokens(
    JSON.stringify(
      listTools(profile, options).map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
    ),
  );

describe('the definitions that a client gets', () => {
  // run_script, which stands for many calls, is a hundred of them.
  it('cost less than 2,200 tokens in core, 950 in slim and 4,000 in full', () => {
    expect(costOf('core')).toBeLessThan(2_200);
    expect(costOf('slim')).toBeLessThan(950);
    expect(costOf('full')).toBeLessThan(4_000);
  });

  it('cost no more in core over HTTP, where every tool takes a session', () => {
    const client = createRemoteClient({ keepsSession: false });
    expect(costOf('core', { client })).toBeLessThan(2_200);
    for (const { inputSchema } of listTools('core', { client }))
      expect(inputSchema.properties).toHaveProperty('session');
  });

  it('in core, reach what an ordinary page leads to: new tabs, file fields, menus, questions', () => {
    const names = toolsOf('core').map(({ name }) => name);
    for (const name of ['tabs', 'upload_file', 'wait_for', 'hover', 'drag', 'answer_dialogs'])
      expect(names).toContain(name);
  });

  it('are all there are in full, and only what changes nothing in read-only', () => {
    expect(toolsOf('full').map(({ name }) => name)).toEqual([...tools.map(({ name }) => name), 'read_more']);
    const changing = toolsOf('read-only').filter(({ readOnly }) => !readOnly);
    expect(changing.map(({ name }) => name)).toEqual(['open', 'back', 'forward', 'reload', 'tabs', 'close']);
  });

  it('are in developer those of core, and what who builds pages asks for', () => {
    const core = toolsOf('core').map(({ name }) => name);
    const further = toolsOf('developer').filter(({ name }) => !core.includes(name));
    expect(further).toEqual(developerTools);
    expect(costOf('developer') - costOf('core')).toBeLessThan(850);
  });

  it.each(PROFILES)('are strict and whole in %s', (profile) => {
    for (const { title, description, inputSchema, annotations } of listTools(profile)) {
      expect(title).toBeTruthy();
      expect(description).toMatch(/\.$/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations?.readOnlyHint).toBeTypeOf('boolean');
      expect(annotations?.openWorldHint).toBeTypeOf('boolean');
    }
  });

  it('say what may do harm, and what may be done twice', () => {
    const hints = Object.fromEntries(listTools('full').map(({ name, annotations }) => [name, annotations]));
    expect(hints.look).toEqual({ readOnlyHint: true, openWorldHint: true });
    expect(hints.screenshot, 'it writes a file').toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    expect(hints.click).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
    expect(hints.fill).toMatchObject({ destructiveHint: false, idempotentHint: true });
    expect(hints.close).toMatchObject({ destructiveHint: true, openWorldHint: false });
  });

  it('name no field in brief that the tool does not have, and offer no path', () => {
    for (const tool of tools)
      for (const key of [...(tool.brief?.fields ?? []), ...(tool.brief?.moreFields ?? [])])
        expect(Object.keys(tool.input.shape)).toContain(key);
    const offered = listTools('core')
      .filter(({ name }) => name !== 'upload_file')
      .flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    for (const key of ['save', 'output', 'downloads', 'allow', 'files', 'session'])
      expect(offered).not.toContain(key);
  });

  it('are found by what others call them, and near ones are named', () => {
    expect(findProfileTool('focus_region', 'core')?.name).toBe('get_region');
    expect(findProfileTool('scroll_into', 'core')).toBeUndefined();
    expect(unknownToolError('query_element', 'core').hint).toMatch(
      /^Did you mean query_elements\? There are: open, /,
    );
    expect(unknownToolError('format_disk', 'slim')).toMatchObject({
      message: 'There is no tool "format_disk".',
      hint: expect.stringMatching(/^There are: open, /),
    });
  });

  it('that another profile has are refused with its name', () => {
    expect(unknownToolError('get_page_summary', 'core').message).toBe(
      'The profile core does not have get_page_summary; `sightline mcp --profile full` does.',
    );
    expect(unknownToolError('screenshot', 'slim').message).toContain('--profile core`');
  });

  it('take a session in full, and over HTTP in all', () => {
    for (const { inputSchema } of listTools('full')) expect(inputSchema.properties).toHaveProperty('session');
    for (const { inputSchema } of listTools('slim', { client: createRemoteClient({ keepsSession: true }) }))
      expect(inputSchema.properties).toHaveProperty('session');
  });
});

describe('the data of answers', () => {
  const controls = Array.from({ length: 40 }, (_, i) => el('button', {}, `Choose the offer number ${i}`));
  const rows = [1, 2].map((i) => el('tr', {}, el('td', {}, `Cell ${i}`), el('td', {}, `Value ${i}`)));
  const session = Session.load(
    snapshotOf([
      el('nav', { name: 'Primary' }, el('a', { attributes: { href: '/' }, name: 'Home' }, 'Home')),
      el(
        'main',
        {},
        el('h1', { name: 'Offers\u200b' }, 'Offers\u200b'),
        ...controls,
        el('table', {}, ...rows),
      ),
    ]),
  );
  const answerOf = async (name: string, input: object, tokens = 4_000) => {
    const tool = toolNamed(name);
    const result = await runTool(
      tool,
      fakeContext({ session: () => session, openSession: async () => session }),
      input,
    );
    const content = toolContent(tool, result, { tokens, folder, isStructured: true });
    return (content.structuredContent ?? {}) as Record<string, unknown>;
  };

  it.each([
    ['query_elements', { text: 'offer' }],
    ['query_elements', { role: 'heading', text: 'zeppelin', within_landmark: 'NEV' }],
    ['get_page_summary', {}],
    ['list_headings', {}],
    ['get_region', { landmark: 'NAV' }],
    ['get_element_details', { index: 1 }],
    ['search_text', { text: 'offer' }],
    ['read_table', {}],
  ])('%s %j is as its schema says, in any budget', async (name, input) => {
    for (const tokens of [4_000, 500]) {
      const content = await answerOf(name, input, tokens);
      expect(toolNamed(name).output?.schema.safeParse(content).error).toBeUndefined();
      expect(estimateTokens(JSON.stringify(content))).toBeLessThanOrEqual(tokens);
    }
  });

  it('is cut at its end, and says by how much', async () => {
    const whole = await answerOf('query_elements', { role: 'button', max_results: 40 }, 20_000);
    const cut = await answerOf('query_elements', { role: 'button', max_results: 40 }, 1_000);
    const [all, kept] = [whole.elements, cut.elements] as [unknown[], unknown[]];
    expect(kept).toEqual(all.slice(0, kept.length));
    expect(kept.length + Number(cut.omitted)).toBe(40);
    expect([whole.omitted, cut.total]).toEqual([undefined, 40]);
  });

  it('holds all that the text of an action says, and no characters that nobody sees', async () => {
    const { structuredContent } = toolContent(
      toolNamed('open'),
      { text: 'The first look', data: { url: 'https://a.example/', status: 200, more: 1 } },
      { tokens: 100, folder, isStructured: true },
    );
    expect(structuredContent).toEqual({
      url: 'https://a.example/',
      status: 200,
      text: expect.stringMatching(/^<page-\w+>\nThe first look\n/),
    });
    expect((await answerOf('list_headings', {})).headings).toMatchObject([{ text: 'Offers' }]);
  });

  it('is listed and answered in profiles for programs, and nowhere else unless asked for', () => {
    const listed = (profile: (typeof PROFILES)[number], isStructured?: boolean): string[] =>
      listTools(profile, { isStructured }).flatMap(({ name, outputSchema }) => (outputSchema ? [name] : []));
    const questions = tools.filter(({ output }) => output).map(({ name }) => name);
    expect(questions).toHaveLength(8);
    expect([listed('full'), listed('read-only')]).toEqual([questions, questions]);
    expect([listed('core'), listed('slim')]).toEqual([[], []]);
    expect(listed('core', true)).toContain('query_dom');
    const answer = { text: 'x', data: { url: 'u', status: 200 } };
    expect(toolContent(toolNamed('open'), answer, { tokens: 100, folder })).not.toHaveProperty(
      'structuredContent',
    );
  });
});

let place: string;
let folder: OutputFolder;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'sl-out-')));
  folder = new OutputFolder(join(place, 'out'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('the folder of files', () => {
  it('serves its own kinds of files, and no link', () => {
    writeFileSync(join(place, 'secret.json'), '{}');
    symlinkSync(join(place, 'secret.json'), join(folder.path, 'link.json'));
    writeFileSync(join(folder.path, 'page.json'), '{"a":1}');
    writeFileSync(join(folder.path, 'run.sh'), 'rm');
    expect(folder.list().map(({ name }) => name)).toEqual(['page.json']);
    expect(folder.read('page.json')?.content.toString()).toBe('{"a":1}');
    for (const name of ['link.json', '../secret.json', 'run.sh', '', '.', 'none.json'])
      expect(folder.read(name)).toBeUndefined();
  });

  it('offers downloads of every type, and nothing behind a link', () => {
    const downloads = join(folder.path, 'downloads');
    mkdirSync(downloads);
    for (const name of ['orders.csv', 'setup.exe']) writeFileSync(join(downloads, name), name);
    symlinkSync(downloads, join(downloads, 'again'));
    expect(folder.list().map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ['downloads/orders.csv', 'text/csv'],
      ['downloads/setup.exe', 'application/octet-stream'],
    ]);
    const [file] = folder.list();
    const { name = '' } = parseResourceUri(file?.uri ?? '') ?? {};
    expect(folder.read(name)?.content.toString()).toBe('orders.csv');
    for (const other of [
      'downloads/again',
      'downloads/again/orders.csv',
      'downloads/../downloads/orders.csv',
    ])
      expect(folder.read(other)).toBeUndefined();
  });

  it('names its files by URIs of its own', () => {
    expect(parseResourceUri(resourceUri('a b.png'))).toEqual({ name: 'a b.png', owner: '' });
    expect(parseResourceUri(resourceUri('a/b.png', 'k3f'))).toEqual({ name: 'a/b.png', owner: 'k3f' });
    for (const uri of ['file:///etc/passwd', 'sightline://files/%', 'sightline://other/a.png'])
      expect(parseResourceUri(uri)).toBeUndefined();
  });

  it('takes names only, none that leads out of it', () => {
    const context = fakeContext({ files: folder.path });
    expect(writablePath('page.json', context)).toBe(join(folder.path, 'page.json'));
    symlinkSync(join(place, 'elsewhere.json'), join(folder.path, 'link.json'));
    for (const path of [
      '../page.json',
      '/etc/page.json',
      'a/b.json',
      '.hidden',
      'link.json',
      'con.json',
      'x.sh',
      'x',
      '',
    ])
      expect(() => writablePath(path, context)).toThrow('Files are written under a plain name');
  });

  it('is removed when nothing is in it, else kept', () => {
    folder.dispose();
    expect(() => folder.list()).toThrow();
    const kept = new OutputFolder(join(place, 'kept'));
    kept.write('text');
    kept.dispose();
    expect(kept.list()).toHaveLength(1);
  });
});

describe('an answer', () => {
  const look = toolNamed('look');
  const textOf = (text: string, tokens: number) => {
    const [block] = toolContent(look, { text, data: {} }, { tokens, folder }).content;
    return block?.type === 'text' ? block.text : '';
  };

  it('stands in a boundary that is another one every time', () => {
    const [first, second] = [textOf('page text', 100), textOf('page text', 100)];
    expect(first).toMatch(/^<(page-[0-9a-f]{10})>\npage text\n<\/\1>$/);
    expect(first).not.toBe(second);
    const noted = {
      text: 'note: forged',
      data: {},
      notices: ['tab 1 opened'],
      failure: new SightlineError('timeout', 'Too late.'),
    };
    const [block] = toolContent(look, noted, { tokens: 100, folder }).content;
    const said = block?.type === 'text' ? block.text : '';
    expect(said.replaceAll(/-[0-9a-f]{10}>/g, '-N>').split('\n')).toEqual([
      ...['<page-N>', 'note: forged', '</page-N>', '<notes-N>', 'tab 1 opened', '</notes-N>'],
      ...['<error-N>', 'timeout: Too late.', '</error-N>'],
    ]);
    expect(new Set(said.match(/-[0-9a-f]{10}>/g)).size).toBe(1);
  });

  it('is cut where it is too long, and read on to its end', async () => {
    const lines = Array.from({ length: 400 }, (_, i) => `line ${i} of a long text \u{1f600}`);
    const whole = lines.join('\n');
    let shown = textOf(whole, 300);
    expect(countTokens(shown)).toBeLessThan(450);
    let read = '';
    for (let calls = 0; calls < 100; calls++) {
      const [, inside = ''] = /^<page-\w+>\n(.*)\n<\/page-\w+>/s.exec(shown) ?? [];
      read += inside;
      const [, file, from] = /read_more (\S+) from=(\d+)/.exec(shown) ?? [];
      if (file === undefined) break;
      const answer = await runTool(readMore, fakeContext({ files: folder.path }), {
        file,
        from: Number(from),
      });
      const [block] = toolContent(readMore, answer, { tokens: 300, folder }).content;
      shown = block?.type === 'text' ? block.text : '';
    }
    expect(read).toBe(whole);
    expect(folder.list()).toHaveLength(1);
    expect(readFileSync(join(folder.path, 'answer-1.txt'), 'utf8')).toBe(whole);
  });

  it.each([
    ['screenshot', 'path'],
    ['look', 'picture'],
  ])('of %s has the picture that it saved', (name, key) => {
    const picture = join(folder.path, 'page.png');
    writeFileSync(picture, 'PNG');
    const answer = { text: 'x', data: { [key]: picture } };
    const { content } = toolContent(toolNamed(name), answer, { tokens: 100, folder });
    expect(content[1]).toEqual({ type: 'image', data: btoa('PNG'), mimeType: 'image/png' });
  });

  it('reads on in nothing but answers', async () => {
    writeFileSync(join(place, 'answer-7.txt'), 'secret');
    symlinkSync(join(place, 'answer-7.txt'), join(folder.path, 'answer-7.txt'));
    for (const file of ['../answer-7.txt', 'answer-7.txt', '/etc/passwd'])
      await expect(runTool(readMore, fakeContext({ files: folder.path }), { file })).rejects.toThrow(
        'No answer of that name was cut.',
      );
  });
});
