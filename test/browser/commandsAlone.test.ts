import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../cli/routes.ts';
import { CommandLine } from '../support/CommandLine.ts';
import { closeAfterFile, serveFile } from '../support/serveFile.ts';

/** What commands without a session answer. What becomes of their processes: `test/cli/withoutSession.test.ts`. */
const server = serveFile(routes);
const cli = closeAfterFile(new CommandLine());

describe('look without a session', () => {
  it('shows the time of each stage when asked, and in the json always', async () => {
    const { stdout, stderr } = await cli.run(['look', server.origin, '--timing']);
    expect(stdout).not.toContain('timing');
    expect(stderr).toMatch(/^note: timing \(ms\): .*\btotal \d/);
    const { value } = await cli.json('look', server.origin);
    expect(value).toMatchObject({ ok: true, title: 'Shop', url: `${server.origin}/` });
    expect(value.timing.total).toBeGreaterThan(0);
  });

  it('shows of a saved snapshot only the stages that run again', async () => {
    await cli.ok('look', server.origin, '--save', 'shop.json');
    const { value } = await cli.json('look', 'shop.json');
    expect(Object.keys(value.timing)).toEqual(['capture', 'build', 'prune', 'structure', 'view', 'total']);
    const { stderr } = await cli.run(['look', 'shop.json', '--timing']);
    expect(stderr).toMatch(/^note: timing \(ms\): [^()]*total [\d.]+\n$/);
  });

  it('answers `text` as a string in every view, and the page as `data` in the json view', async () => {
    await cli.ok('look', server.origin, '--save', 'views.json');
    for (const view of ['outline', 'flat', 'summary', 'minimal']) {
      const { value } = await cli.json('look', 'views.json', '--view', view);
      expect([value.view, typeof value.text, value.data]).toEqual([view, 'string', undefined]);
    }
    const { value } = await cli.json('look', server.origin, '--view', 'json');
    expect(value).toMatchObject({ ok: true, title: 'Shop', url: `${server.origin}/`, view: 'json' });
    expect([typeof value.text, typeof value.timing]).toEqual(['undefined', 'object']);
    expect(value.data.headings).toHaveLength(2);
  });
});

describe('a saved snapshot', () => {
  it('shows the same page', async () => {
    const file = join(cli.folder, 'shop.json');
    const { stderr } = await cli.run(['look', server.origin, '--save', 'shop.json']);
    expect(stderr).toMatch(/^note: saved shop\.json \(\d+ KB\)\n$/);
    expect(JSON.parse(readFileSync(file, 'utf8')).url).toBe(`${server.origin}/`);
    for (const view of ['outline', 'summary']) {
      const live = await cli.ok('look', server.origin, '--view', view);
      expect(await cli.ok('look', 'shop.json', '--view', view)).toBe(live);
    }
  });
});

describe('without a session', () => {
  it.each([[['look']], [['summary']], [['region', 'MAIN']], [['headings']], [['back']], [['tabs']]])(
    '%j says how to open one',
    async (args) => {
      const plain = await cli.run(args);
      expect(plain).toMatchObject({ code: 1, stdout: '' });
      expect(plain.stderr).toBe(
        'sightline: No session "test" is open. Call `sightline open URL --session test`.\n',
      );
      const { code, value, stderr } = await cli.json(...args);
      expect([code, stderr, value.ok, value.error.code]).toEqual([1, '', false, 'no_session']);
      expect(value.error.hint).toContain('sightline open URL');
    },
  );
});
