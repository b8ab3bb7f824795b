import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeAfterFile, serveFile } from '../support/serveFile.ts';
import { Cli, finish, kill, until } from './Cli.ts';
import { paragraphs, routes } from './routes.ts';

let silentRequests = 0;

/** Settles when the page that never answers has been asked for once more. */
async function silentRequest(): Promise<void> {
  const before = silentRequests;
  await until(() => silentRequests > before);
}

const server = serveFile({ ...routes, '/silent': () => void silentRequests++ });
const cli = closeAfterFile(new Cli());

describe('a session', () => {
  it('is opened by a command whose output can be captured, and stays open', async () => {
    // The shell waits until nobody holds the pipe: a background process that kept it would hang this test.
    const { code, stdout } = await cli.shell(`page=$(sightline open ${server.origin}); echo "<$page>"`);
    expect(stdout.split('\n')).toEqual([
      `<"Shop" ${server.origin}/ (status 200)`,
      'BANNER:',
      ' NAV: "Primary"',
      '  [1]<a>Two [2]<a>Home',
      'MAIN:',
      ' # Shop',
      ' ## Offers',
      ' Only today',
      ' [3]<button>Add to cart>',
      '',
    ]);
    expect(code).toBe(0);
    expect(cli.hosts()).toHaveLength(1);
  });

  it('answers what words find on the page that it opens', async () => {
    expect((await cli.ok('open', server.origin, '--query', 'add to cart')).split('\n')).toEqual([
      `"Shop" ${server.origin}/ (status 200)`,
      'Found 1 element for "add to cart":',
      expect.stringMatching(/^ \[\d+\]<button>Add to cart \(MAIN > "Offers"\)$/),
      '',
    ]);
  });

  it('shows its page in every way', async () => {
    expect(await cli.ok('look')).toContain('Add to cart');
    expect(await cli.ok('look', '--view', 'flat', '--style', 'markup')).toContain('<button');
    expect(await cli.ok('summary')).toContain('Shop');
    expect(await cli.ok('summary', '--minimal')).toContain('Shop');
    expect(await cli.ok('headings')).toContain('Offers');
    const region = await cli.ok('region', 'MAIN');
    expect(region).toContain('Add to cart');
    expect(region).not.toContain('Two');
    expect(await cli.ok('region', 'MAIN', '--content', 'text')).toContain('Only today');
    // A command that may use a model works without one, and without keys.
    const schema = { type: 'object', properties: { price: { type: 'string' } } };
    expect(await cli.ok('extract', JSON.stringify(schema))).toBe('not on the page: price\n');
    expect(await cli.ok('dom', 'main button')).toMatch(
      /^DOM query "main button": \d+ match\(es\)\n\[\d+\]<button/,
    );
    const dom = await cli.json('dom', 'title', '--pierce', 'false');
    expect(dom.value).toMatchObject({ ok: true, data: { totalMatchCount: 1, pierceShadow: false } });
    expect((await cli.json('dom', '[invalid')).value.error.code).toBe('invalid_selector');
    const { value } = await cli.json('look', '--view', 'json');
    expect(value).toMatchObject({ ok: true, url: `${server.origin}/` });
  });

  it('keeps the numbers it has given', async () => {
    const number = /\[(\d+)\]<button>Add to cart/.exec(await cli.ok('look', '--full'))?.[1];
    expect(number).toBeDefined();
    expect(await cli.ok('region', 'MAIN')).toContain(`[${number}]<button>Add to cart`);
  });

  it('travels', async () => {
    await cli.ok('open', `${server.origin}/two`);
    expect(await cli.ok('back')).toContain('"Shop"');
    expect(await cli.ok('forward')).toContain('"Second page"');
    expect(await cli.ok('reload')).toContain('"Second page"');
    expect(await cli.ok('tabs')).toBe(`* 1 "Second page" ${server.origin}/two\n`);
    expect(await cli.ok('tabs', '1')).toContain('* 1 ');
  });

  it('says what does not exist', async () => {
    const region = await cli.json('region', 'SEARCH');
    expect([region.code, region.value.error.code]).toEqual([1, 'not_found']);
    const tab = await cli.run(['tabs', '9']);
    expect([tab.code, tab.stderr]).toEqual([1, 'sightline: There is no tab 9. Open tabs: 1.\n']);
  });

  it('reports what the page did on its own', async () => {
    let notes = (await cli.run(['open', `${server.origin}/alert`])).stderr;
    await until(async () => {
      notes += (await cli.run(['tabs'])).stderr;
      return notes !== '';
    });
    expect(notes).toBe('note: tab 1: alert "Saved" was dismissed\n');
  });

  it('reports what a page does again and again once, with a count', async () => {
    const nagging = ['--session', `${cli.session}-nagging`];
    await cli.ok('open', `${server.origin}/nagging`, ...nagging);
    let notes = '';
    await until(async () => {
      notes = (await cli.run(['tabs', ...nagging])).stderr;
      return notes.includes('(x ');
    });
    expect(notes).toMatch(/^note: tab 1: alert "again" was dismissed \(x \d+\)\n$/);
    await cli.ok('close', ...nagging);
  });

  it('names calls as they are typed here, and each brings what it says', async () => {
    await cli.ok('open', `${server.origin}/rows`);
    const [, call = ''] =
      /^ *\(\d+ more rows like these: (sightline .*)\)$/m.exec(await cli.ok('look')) ?? [];
    expect(call).toBe('sightline region MAIN --full');
    expect((await cli.shell(call)).stdout).toContain('Row 19 | Cell 19');
    const summary = await cli.ok('summary');
    expect(summary).toContain('Use sightline region for');
    expect(summary).not.toMatch(/get_|list_/);
    await cli.ok('open', server.origin);
  });

  it('answers to the names of tools too', async () => {
    expect(await cli.ok('get_region', 'MAIN')).toBe(await cli.ok('region', 'MAIN'));
    expect(await cli.ok('list_headings')).toBe(await cli.ok('headings'));
    expect(await cli.ok('get_page_summary')).toBe(await cli.ok('summary'));
  });

  it('never reports the password that an address holds', async () => {
    const address = `${server.origin.replace('//', '//bob:canary-1@')}/members`;
    const opened = await cli.ok('open', address);
    expect(opened).toContain(`"Members" ${server.origin}/members`);
    const json = await cli.json('tabs');
    for (const text of [opened, await cli.ok('tabs'), await cli.ok('look'), JSON.stringify(json.value)])
      expect(text).not.toMatch(/canary|bob/);
    await cli.ok('open', server.origin);
  });

  it('resolves paths in the folder of each command', async () => {
    for (const name of ['a', 'b']) {
      const cwd = join(cli.folder, name);
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'page.html'), `<title>Page of ${name}</title>`);
      const { stdout } = await cli.run(['open', 'page.html'], { cwd });
      expect(stdout).toContain(`Page of ${name}`);
      expect((await cli.run(['look', '--save', 'saved.json'], { cwd })).code).toBe(0);
      expect(statSync(join(cwd, 'saved.json')).size).toBeGreaterThan(100);
    }
  });

  it('is not touched by a look at another page', async () => {
    await cli.ok('open', server.origin);
    expect(await cli.ok('look', `${server.origin}/two`)).toContain('The second page');
    expect(await cli.ok('tabs')).toContain('"Shop"');
    await until(() => cli.browsers().length === 1);
  });

  it('is where a look at a URL happens when it is named', async () => {
    expect(await cli.ok('look', `${server.origin}/two`, '--session', cli.session)).toContain(
      'The second page',
    );
    expect(await cli.ok('tabs')).toContain('"Second page"');
  });

  it('answers help and wrong command lines as the command alone does', async () => {
    expect(await cli.ok('help', 'look')).toContain('--max-tokens');
    expect(await cli.run(['lok'])).toMatchObject({ code: 2, stdout: '' });
    expect(cli.hosts()).toHaveLength(1);
  });

  it('sends output larger than a pipe holds, in any script, whole', async () => {
    await cli.ok('open', `${server.origin}/large`);
    const text = await cli.ok('look', '--full');
    expect(text.length).toBeGreaterThan(200_000);
    expect(paragraphs.filter((paragraph) => !text.includes(paragraph))).toEqual([]);
    const { value } = await cli.json('look', '--full');
    expect(text === `${value.text}\n`).toBe(true);
  });

  it('does not mind that its output is closed early', async () => {
    const line = '{ sightline look --full; echo "ended with $?" >&2; } | head -c 7 >/dev/null';
    expect((await cli.shell(line)).stderr).toBe('ended with 0\n');
    expect(await cli.ok('tabs')).toContain('"Large"');
  });

  it('serves its commands one after another, each with its own answer', async () => {
    await cli.ok('open', server.origin);
    const words = ['/two', '/', '/two', '/'].map((path) => cli.ok('open', `${server.origin}${path}`));
    const answers = await Promise.all(words);
    expect(answers.map((answer) => answer.split('"')[1])).toEqual([
      'Second page',
      'Shop',
      'Second page',
      'Shop',
    ]);
  });

  it('survives Ctrl-C, which cancels the command', async () => {
    await cli.ok('open', server.origin);
    const child = cli.start(['open', `${server.origin}/silent`]);
    const finished = finish(child);
    await silentRequest();
    kill(child.pid, 'SIGINT');
    expect(await finished).toEqual({ code: 130, stdout: '', stderr: '' });
    expect(cli.hosts()).toHaveLength(1);
    expect(await cli.ok('tabs')).toContain('"Shop"');
    expect(await cli.ok('open', `${server.origin}/two`, '--quiet')).toBe(
      `"Second page" ${server.origin}/two (status 200)\n`,
    );
    expect(await cli.ok('back')).toContain('"Shop"');
  });

  it('goes on when the command that waits for it is killed', async () => {
    const child = cli.start(['open', `${server.origin}/silent`]);
    const finished = finish(child);
    await silentRequest();
    kill(child.pid, 'SIGKILL');
    await finished;
    expect(await cli.ok('open', server.origin)).toContain('Shop');
  });

  it('ends when it is closed, its browser too, and leaves no file', async () => {
    expect(await cli.ok('close')).toBe(`Closed ${cli.session}.\n`);
    expect(cli.browsers()).toEqual([]);
    await until(() => cli.hosts().length === 0);
    expect(cli.files()).toEqual([]);
    expect((await cli.run(['look'])).stderr).toContain('No session');
  });
});
