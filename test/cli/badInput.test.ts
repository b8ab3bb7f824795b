import { beforeAll, expect, it } from 'vitest';
import { closeAfterFile, serveFile } from '../support/serveFile.ts';
import { Cli } from './Cli.ts';
import { routes } from './routes.ts';

/** What becomes of the processes when a command fails. Its answers: `test/browser/commandErrors.test.ts`. */
const server = serveFile(routes);
const cli = closeAfterFile(new Cli());
beforeAll(() => cli.ok('open', server.origin));

it.each([
  [['open', 'http://127.0.0.1:1/'], 'navigation_failed'],
  [['open', 'http://'], 'invalid_argument'],
  [['look', 'missing.json'], 'invalid_snapshot'],
  [['region', 'NOWHERE'], 'not_found'],
])('%j fails in one line or one object, and the process of the session stays', async (args, errorCode) => {
  const hosts = cli.hosts();
  const plain = await cli.run(args);
  expect(plain.stderr).toMatch(/^sightline: [^\n]+\n$/);
  expect([plain.code, plain.stdout]).toEqual([1, '']);
  const { code, value, stderr } = await cli.json(...args);
  expect([code, stderr, value.error.code]).toEqual([1, '', errorCode]);
  expect([hosts.length, cli.hosts()]).toEqual([1, hosts]);
});

it('a look alone that is refused leaves nothing running', async () => {
  const { code, value } = await cli.json('look', `${server.origin}/pdf`);
  expect([code, value.error.code]).toEqual([1, 'unsupported_page']);
  expect(cli.browsers()).toHaveLength(1);
});
