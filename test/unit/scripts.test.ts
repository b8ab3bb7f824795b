import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readStandardInput } from '../../packages/sightline/src/cli/commandLine.ts';
import {
  type PrintedText,
  withoutPrinted,
} from '../../packages/sightline/src/render/changes/withoutPrinted.ts';
import { scriptError } from '../../packages/sightline/src/script/report/scriptError.ts';
import { urlTest } from '../../packages/sightline/src/script/words/urlTest.ts';
import { wordSchemas } from '../../packages/sightline/src/script/words/wordSchemas.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import {
  hostOf,
  KeptScripts,
  withKeptScripts,
} from '../../packages/sightline/src/tools/scripts/KeptScripts.ts';
import { el, pageOf } from '../support/page.ts';
import { removeFolder } from '../support/removeFolder.ts';
import { fakeContext, fakeSession, toolNamed } from '../support/tools.ts';

const folders: string[] = [];
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sl-scripts-'));
  folders.push(cwd);
});
afterAll(() => Promise.all(folders.map(removeFolder)));

const refused = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message} ${(error as { hint: string }).hint}`;
  }
  return 'not refused';
};

describe('kept scripts', () => {
  const host = 'shop.test:8080';
  const source = '// Puts an item into the cart\nawait page.getByText(args.item).click();\n';

  it('are files with a header, one of a name for each site', () => {
    const kept = new KeptScripts({ cwd });
    const path = kept.save({ name: 'add', host, args: ['item', '"; evil'], source });
    expect(path).toBe(join('.sightline', 'scripts', 'shop.test_8080', 'add.js'));
    expect(readFileSync(join(cwd, path), 'utf8')).toBe(
      `// sightline script: Puts an item into the cart\n// args: item\n${source}`,
    );
    expect(kept.list(host)).toMatchObject([
      { name: 'add', host, args: ['item'], about: 'Puts an item into the cart', source },
    ]);
    // Kept again, it has one header.
    kept.save({ name: 'add', host, args: [], source: readFileSync(join(cwd, path), 'utf8') });
    expect(kept.find('add').source).toBe(source);
  });

  it.each([
    ['.sightline'],
    ['.sightline/scripts'],
    ['.sightline/scripts/shop.test_8080'],
    ['.sightline/scripts/shop.test_8080/add.js'],
  ])('do not leave their folder where %s is a symbolic link', (link) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'sl-elsewhere-'));
    folders.push(elsewhere);
    mkdirSync(join(cwd, link, '..'), { recursive: true });
    symlinkSync(link.endsWith('.js') ? join(elsewhere, 'add.js') : elsewhere, join(cwd, link));
    const kept = new KeptScripts({ cwd });
    expect(refused(() => kept.save({ name: 'add', host, args: [], source }))).toMatch(
      /^invalid_argument: Scripts are not kept behind symbolic links/,
    );
    for (const folder of ['', 'scripts', 'scripts/shop.test_8080', 'shop.test_8080'])
      expect(existsSync(join(elsewhere, folder, 'add.js'))).toBe(false);
    mkdirSync(join(elsewhere, 'scripts', 'shop.test_8080'), { recursive: true });
    for (const folder of ['scripts/shop.test_8080', ''])
      writeFileSync(join(elsewhere, folder, 'add.js'), 'print(1)');
    expect([...kept.list(), ...kept.list(host)]).toEqual([]);
  });

  it('are found on the site that is open, then anywhere', () => {
    const kept = new KeptScripts({ cwd });
    for (const site of ['a.test', 'b.test'])
      kept.save({ name: 'go', host: site, args: [], source: `'${site}'` });
    expect(kept.find('go', 'b.test').source).toBe("'b.test'\n");
    expect(refused(() => kept.find('go', 'c.test'))).toBe(
      'ambiguous: Several sites have a script "go". Open one of these first: a.test, b.test.',
    );
    expect(refused(() => kept.find('gone'))).toContain(
      'not_found: No script is kept under the name "gone". There are go.',
    );
    kept.remove(kept.find('go', 'a.test'));
    expect(kept.find('go').host).toBe('b.test');
  });

  it.each(['../x', 'a/b', '.hidden', 'con', '', 'x'.repeat(80)])(
    'take no name that is no plain one: %j',
    (name) => {
      const kept = new KeptScripts({ cwd });
      expect(refused(() => kept.save({ name, host, args: [], source }))).toContain('invalid_argument');
    },
  );

  it.each(['my_host.example.com', 'my_host.example.com:8080', '[::1]:3000', '[::1]'])(
    'are found on the site %s, though another has one of the name',
    (host) => {
      const kept = new KeptScripts({ cwd });
      for (const one of ['other.example.com', host])
        kept.save({ name: 'add', host: one, args: [], source: `print('${one}')` });
      expect(kept.find('add', host).source.trim()).toBe(`print('${host}')`);
      expect(kept.list(host).map(({ source }) => source.trim())).toEqual([`print('${host}')`]);
    },
  );

  it('stay in their folder, whatever the host', () => {
    const kept = new KeptScripts({ cwd });
    expect(kept.save({ name: 'a', host: '../../etc', args: [], source })).toBe(
      join('.sightline', 'scripts', '-..-etc', 'a.js'),
    );
    expect([hostOf('https://u:p@A.test:1/x'), hostOf('about:blank'), hostOf('file:///x')]).toEqual([
      'a.test:1',
      'local',
      'local',
    ]);
  });

  it('are named in a line by what shows their site', () => {
    const context = fakeContext({ cwd, calls: 'commands' });
    const answer = { text: 'page', data: {} };
    expect(withKeptScripts(answer, context, `http://${host}/`)).toBe(answer);
    new KeptScripts({ cwd }).save({ name: 'add', host, args: ['item'], source });
    expect(withKeptScripts(answer, context, `http://${host}/`)).toEqual({
      text: 'page\nscripts kept for this site (sightline run NAME --arg KEY=VALUE): add(item): Puts an item into the cart',
      data: { scripts: ['add'] },
    });
  });

  it('are none that a repository has under a name of its own', () => {
    const folder = join(cwd, '.sightline', 'scripts');
    const header = '// sightline script: Adds [4]<button>Pay\n// args: item, a b, [5]<button>Pay\n';
    for (const path of [
      'shop.test_8080/x\n[5]<button>Pay.js',
      'shop.test_8080/ok.js',
      'a\n[6]<button>b/go.js',
    ]) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), `${header}print(1)`);
    }
    const kept = new KeptScripts({ cwd });
    expect(kept.list().map((one) => [one.host, one.name, one.args])).toEqual([[host, 'ok', ['item']]]);
    expect(
      withKeptScripts({ text: '', data: {} }, fakeContext({ cwd, calls: 'commands' }), `http://${host}/`)
        .text,
    ).toBe(
      'scripts kept for this site (sightline run NAME --arg KEY=VALUE): ok(item): Adds \\[4]\\<button>Pay',
    );
  });

  it('are listed, shown and removed by the command', async () => {
    new KeptScripts({ cwd }).save({ name: 'add', host, args: ['item'], source });
    const run = async (input: object) =>
      (await runTool(toolNamed('scripts'), fakeContext({ cwd }), input)).text;
    expect(await run({})).toBe('shop.test:8080 add(item): Puts an item into the cart');
    expect(await run({ name: 'add' })).toBe(source.trim());
    expect(await run({ name: 'add', remove: true })).toBe('removed add of shop.test:8080');
    expect(await run({})).toBe('no script is kept');
  });
});

describe('run_script', () => {
  const scripts: string[] = [];
  const options: unknown[] = [];
  const session = fakeSession({
    run: async (script: string, given: { onSecret?: (value: string) => void }) => {
      scripts.push(script);
      options.push(given);
      given.onSecret?.('sesame');
      return { text: 'done', data: {}, output: '', steps: [] };
    },
  });
  const run = (input: object, given: object = {}) =>
    runTool(
      toolNamed('run_script'),
      fakeContext({ cwd, calls: 'commands', openSession: async () => session, ...given }),
      input,
    );

  it('takes a script, a file, standard input, or the name of a kept one', async () => {
    writeFileSync(join(cwd, 'mine.js'), 'file');
    new KeptScripts({ cwd }).save({ name: 'kept', host: 'local', args: [], source: 'kept' });
    await run({ script: 'given' });
    await run({ name: 'mine.js' });
    await run({ name: '-' }, { stdin: 'piped' });
    await run({}, { stdin: 'piped too' });
    await run({ name: 'kept' });
    expect(scripts.splice(0)).toEqual(['given', 'file', 'piped', 'piped too', 'kept\n']);
    await expect(run({})).rejects.toMatchObject({ code: 'invalid_argument', message: 'There is no script.' });
    await expect(run({ name: 'no.js' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(run({ name: 'a', script: 'b' })).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('takes secrets from variables that a person names, and from none for a model', async () => {
    const env = { SHOP_PASSWORD: 'sesame', SIGHTLINE_EMPTY: '' };
    await run({ script: 'x', args: { user: 'ann' }, argsEnv: { password: 'SHOP_PASSWORD' } }, { env });
    expect(options.at(-1)).toMatchObject({ args: { user: 'ann', password: 'sesame' } });
    for (const given of [{ env, calls: 'tools' }, {}, { env: {} }])
      await expect(run({ script: 'x', argsEnv: { a: 'SHOP_PASSWORD' } }, given)).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.not.stringContaining('sesame'),
      });
    for (const name of ['SIGHTLINE_EMPTY', '__proto__', 'constructor'])
      await expect(run({ script: 'x', argsEnv: { a: name } }, { env })).rejects.toMatchObject({
        message: `The environment variable ${name} is not set, or empty.`,
      });
  });

  it('reads no file for a model', async () => {
    writeFileSync(join(cwd, 'mine.js'), 'file');
    await expect(run({ name: './mine.js' }, { files: cwd, calls: 'tools' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(run({ name: '/etc/passwd' }, { files: cwd, calls: 'tools' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('knows no files where there are neither commands nor a folder for them', async () => {
    const given = { calls: 'tools' };
    new KeptScripts({ cwd }).save({ name: 'kept', host: 'local', args: [], source: 'kept' });
    await expect(run({ name: 'kept' }, given)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(run({ script: 'x', save: 'y' }, given)).rejects.toMatchObject({ code: 'invalid_argument' });
    await run({ script: 'x' }, given);
    expect(options.at(-1)).toMatchObject({ files: { roots: [] } });
    await run({ script: 'x' }, { files: '/out', calls: 'tools' });
    expect(options.at(-1)).toMatchObject({ files: { cwd: '/out', roots: ['/out'] } });
  });

  it('keeps what ended well, with the names of its arguments only', async () => {
    const { notices } = await run({ script: 'x', save: 'one', args: { password: 'sesame' } });
    expect(notices).toEqual([`kept as ${join('.sightline', 'scripts', 'local', 'one.js')}`]);
    const [kept] = new KeptScripts({ cwd }).list();
    expect(kept).toMatchObject({ name: 'one', args: ['password'], source: 'x\n' });
    expect(statSync(kept?.path ?? '').mode & 0o777).toBe(0o600);
    expect(JSON.stringify(kept)).not.toContain('sesame');
  });

  it('does not keep what holds a secret, and reports what it did', async () => {
    const script = "await page.goto(args.url);\nawait page.getByLabel('Password').fill('sesame')";
    const { text, failure } = await run({ script, save: 'two', args: { url: 'a.test' } });
    expect(text).toBe('done');
    expect(failure).toMatchObject({
      code: 'invalid_argument',
      message: 'The script is not kept: line 2 holds a secret.',
      hint: 'Make it an argument: --arg-env password=VARIABLE, and args.password in the script.',
    });
    expect(existsSync(join(cwd, '.sightline'))).toBe(false);
  });
});

describe('what comes on standard input', () => {
  it.each([
    ['open a.test'],
    ['run mine.js'],
    ['run -e code'],
    ['run --script=code'],
    ['run --help'],
    ['run NAME --arg a=b'],
    ['--session one run NAME'],
    ['look -'],
    ['fill 3 text'],
    ['fill 3 -- --secret-stdin'],
    ['click --secret-stdin'],
    ['run NAME --arg-env a=B'],
    ['do "fill 3 --secret-stdinX"'],
  ])('is left alone by %j', (line) => {
    expect(readStandardInput(line.split(' '))).toBeUndefined();
  });
});

describe('an error of a script', () => {
  const end = { source: 'a\n  page.click()  \nc', place: undefined, timeoutMs: 50, isLate: false };

  it('has the line, and its text', () => {
    const place = { line: 2, column: 8 };
    expect(scriptError({ name: 'TypeError', message: 'no', place }, end)).toMatchObject({
      code: 'invalid_argument',
      message: 'Line 2, `page.click()`: TypeError: no',
    });
    expect(scriptError({ name: 'SyntaxError', message: 'no', place }, end).message).toBe(
      'Line 2, column 8, `page.click()`: SyntaxError: no',
    );
    expect(
      scriptError({ name: 'Error', message: 'no', code: 'covered', hint: 'h', place }, end),
    ).toMatchObject({
      code: 'covered',
      hint: 'h',
      message: 'Line 2, `page.click()`: no',
    });
    expect(
      scriptError({ name: 'Error', message: 'no', place: { line: 7, earlier: true } }, end).message,
    ).toBe('Line 7 of an earlier script: no');
    expect(scriptError({ name: 'Error', message: 'stopped' }, { ...end, place, isLate: true })).toMatchObject(
      {
        code: 'timeout',
        message: 'Line 2, `page.click()`: The script took longer than 50 ms and was stopped.',
      },
    );
  });
});

it('an error in a long line shows the statement', () => {
  const source = `${"await page.getByText('One').click(); ".repeat(6)}await page.getByText('Two').click(); print('x'.repeat(9));`;
  const place = { line: 1, column: source.indexOf('.click', source.indexOf('Two')) + 2 };
  const end = { source, place: undefined, timeoutMs: 50, isLate: false };
  expect(scriptError({ name: 'Error', message: 'no', code: 'covered', place }, end).message).toBe(
    "Line 1, `…await page.getByText('Two').click(); print('x'.repeat(9));`: no",
  );
});

describe('waitForURL', () => {
  it.each([
    ['**/cart', 'https://a.test/x/cart', true],
    ['**/cart', 'https://a.test/cart/2', false],
    ['https://a.test/*', 'https://a.test/one', true],
    ['https://a.test/*', 'https://a.test/one/two', false],
    ['**/{one,two}?x=*', 'https://a.test/two?x=5', true],
    ['/cart', 'https://a.test/cart', true],
    ['/cart', 'https://a.test/cart?x=1', false],
    ['https://a.test', 'https://a.test/', true],
    [`${'**a'.repeat(30)}`, `https://${'a'.repeat(2_000)}/b`, false],
  ])('%s for %s: %s', (pattern, url, expected) => {
    expect(urlTest(pattern)(url)).toBe(expected);
  });
});

describe('words that stand for tools', () => {
  const tools = {
    click: 'click',
    fill: 'fill',
    pressSequentially: 'type_text',
    press: 'press',
    selectOption: 'select_option',
    scroll: 'scroll',
    setInputFiles: 'upload_file',
    query: 'query_elements',
  } as const;
  const names: Record<string, string> = { value: 'text', key: 'keys', values: 'options' };
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  it.each(Object.entries(tools))('%s takes no more than %s does', (word, tool) => {
    const limitsOf = (field: unknown): string =>
      JSON.stringify(field, (key, value) => (/description|default|type|enum/.test(key) ? undefined : value));
    const own = wordSchemas[word as keyof typeof tools].shape as Record<
      string,
      { toJSONSchema?: () => unknown }
    >;
    const theirs = toolNamed(tool).input.toJSONSchema({ io: 'input' }).properties as Record<string, object>;
    let shared = 0;
    for (const [name, schema] of Object.entries(own)) {
      const field = theirs[names[name] ?? snake(name)];
      if (!field || name === 'near' || name === 'button') continue;
      const { $schema: _, ...json } = (schema.toJSONSchema?.() ?? {}) as Record<string, unknown>;
      expect([name, limitsOf(json)]).toEqual([name, limitsOf(field)]);
      shared++;
    }
    expect(shared).toBeGreaterThan(0);
  });
});

describe('a report beside what was printed', () => {
  const section = (entries: string[]) => ({
    head: 'new in MAIN:',
    separator: '\n ',
    entries: entries.map((one) => [one]),
  });
  const beside = (text: string, numberOf: PrintedText['numberOf'] = () => undefined): PrintedText => ({
    text,
    numberOf,
  });

  it('counts the lines that say only that, where they are several', () => {
    const printed = '{"Fruit":"Apple","Price":"3"}\n{"Fruit":"Pear","Price":"4"} Plum   5';
    const [first] = withoutPrinted(
      [section(['Apple | 3', 'Pear | 4', 'Plum | 5', 'Fig | 6'])],
      beside(printed),
    );
    expect(first?.entries).toEqual([['Fig | 6'], ['and 3 lines that were printed']]);
    const all = withoutPrinted([section(['Apple | 3', 'Pear | 4', 'Plum | 5'])], beside(printed));
    expect(all[0]?.entries).toEqual([['3 lines that were printed']]);
  });

  it('reports all of few, and of none', () => {
    const few = section(['Apple', 'Fig']);
    expect(withoutPrinted([few], beside('Apple'))).toEqual([few]);
    expect(withoutPrinted([few], beside(''))).toEqual([few]);
  });

  it('says nothing of one or two texts that were printed, of a dialog that opened all', () => {
    const printed = beside('Order saved today. Ann');
    expect(withoutPrinted([section(['Order saved today.'])], printed)).toEqual([]);
    for (const kept of [
      section(['Ann']),
      { ...section(['Order saved today.']), head: 'opened DIALOG: "Saved":' },
    ])
      expect(withoutPrinted([kept], printed)).toEqual([kept]);
  });

  it('counts the controls whose number and text were printed', () => {
    const { nodes } = pageOf(['One', 'Two', 'Three', 'Four'].map((name) => el('a', {}, name)));
    const links = nodes.filter(({ tag }) => tag === 'a');
    const entries = links.map((link, i) => ['[', link, `]<a>${['One', 'Two', 'Three', 'Four'][i]}`]);
    const report = { head: 'new in MAIN:', separator: '\n ', entries };
    const printed = beside(' [1]<a>One [2]<a>Two\n [3]<a>Three [4]<a>Fourteen?', (node) =>
      links.indexOf(node) < 3 ? links.indexOf(node) + 1 : undefined,
    );
    expect(withoutPrinted([report], printed)[0]?.entries).toEqual([
      entries[3],
      ['and 3 lines that were printed'],
    ]);
  });
});
