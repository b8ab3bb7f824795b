import { afterAll, beforeAll, expect, test } from 'vitest';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

// Pages that want the tools for developers to run what they must not, or to repeat what they must not know.

const script =
  (text: string): Handler =>
  (_, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(text);
  };

const WORKERS = ['plain', 'module', 'dynamic', 'nested'] as const;

const routes: Record<string, string | Handler> = {
  '/workers': `<!doctype html><title>Workers</title><h1>Workers</h1><p id=out></p><script>
for (const name of ${JSON.stringify(WORKERS)})
  new Worker('/' + name + '.js', { type: name === 'plain' || name === 'nested' ? 'classic' : 'module' }).onmessage =
    ({ data }) => { out.textContent += data + '. '; };
const load = (rel, as) => document.head.append(Object.assign(document.createElement('link'), { rel, as, href: '/lib/' + rel + as }));
load('prefetch', ''); load('preload', 'script'); load('modulepreload', '');
fetch('/lib/data').then((answer) => answer.text()).then((text) => { out.textContent += 'data: ' + text + '. '; });
</script>`,
  '/plain.js': script("importScripts('/lib/plain')"),
  '/module.js': script("import '/lib/module'"),
  '/dynamic.js': script("import('/lib/dynamic')"),
  '/nested.js': script("new Worker('/lib/nested').onmessage = ({ data }) => postMessage(data)"),
  ...Object.fromEntries(WORKERS.map((name) => [`/lib/${name}`, script(`postMessage('${name}: server')`)])),
  '/lib/data': 'server',
};

let server: TestServer;
let session: Session;
beforeAll(async () => {
  [session, server] = await Promise.all([Session.launch(), startServer(routes)]);
});
afterAll(() => Promise.all([session?.close(), server?.close()]));

test('a rule answers data alone where no function may run: nothing that a worker imports, or a page loads ahead of time', async () => {
  await session.route('/lib/', { body: "postMessage('MOCKED')", contentType: 'text/javascript' });
  await session.navigate(`${server.origin}/workers`);
  const said = ['data: postMessage', ...WORKERS.map((name) => `${name}: server`)];
  for (const text of said) await session.waitFor({ text });
  expect((await session.look()).text).not.toContain('MOCKED. ');
  const { rules } = (await session.route()).data as { rules: { hits: number }[] };
  expect(rules.map(({ hits }) => hits)).toEqual([1]);
  await session.route(undefined, { remove: true });
});
