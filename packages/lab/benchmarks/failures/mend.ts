// `npm run bench -- mend [--plain] [--port 8899]`: 20 broken tests for an agent to mend, over HTTP on 127.0.0.1. It reads
// the task at `/`. Each failure comes with Sightline's attachment, with `--plain` with Playwright's error-context.md.
// `/score` prints what it cost: requests, tokens (o200k), tests that pass. Ends when it is interrupted.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { servePages } from '../pages/servePages.ts';
import { benchmarkPath } from '../paths.ts';
import { recallFolders } from '../recall/pages.ts';
import { writeTable } from '../writeTable.ts';
import { namedCases } from './cases.ts';
import { runFolder, type TestRecord, writeTests } from './runTests.ts';

/** Tests that a person would mend by changing the test: the page works, and is another. */
const MENDABLE =
  /^(?:renamed-[1-4]|other-text-[1-4]|other-value-[12]|slow-[13]|in-a-frame-[1-4]|several-[12]|closed-section-1|open-dialog-1)$/;

interface Exchange {
  name: string;
  kind: 'show' | 'run';
  read: number;
  written: number;
  passed?: boolean;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { plain: { type: 'boolean', default: false }, port: { type: 'string', default: '8899' } },
  });
  const { plain } = values;
  const cases = namedCases().filter(({ name }) => MENDABLE.test(name));
  const pages = await servePages({}, recallFolders());
  const folder = benchmarkPath(plain ? 'out/mend-plain' : 'out/mend');
  writeTests(folder, cases, { origin: pages.origin, broken: true, plain });
  const records = new Map((await runFolder(folder)).map((record) => [record.name, record]));
  const exchanges: Exchange[] = [];
  const names = cases.map(({ name }) => name);

  const answer = async (request: IncomingMessage): Promise<string> => {
    const [, kind = '', name = ''] = (request.url ?? '').split('/');
    if (kind === '') return task(names, Number(values.port));
    if (kind === 'score') return score(names, exchanges);
    const record = records.get(name);
    if (!record || (kind !== 'show' && kind !== 'run')) return `There is no ${request.url}.\n`;
    const path = join(folder, `${name}.spec.mjs`);
    const source = kind === 'run' ? await text(request) : readFileSync(path, 'utf8');
    if (kind === 'run') {
      writeFileSync(path, source);
      records.set(name, (await runFolder(folder, name))[0] as TestRecord);
    }
    const result = resultText(records.get(name) as TestRecord, plain);
    const read = kind === 'run' ? result : `${source}\n${result}`;
    exchanges.push({
      name,
      kind,
      read: countTokens(read),
      written: kind === 'run' ? countTokens(source) : 0,
      ...(kind === 'run' && { passed: records.get(name)?.passed === true }),
    });
    writeFileSync(join(folder, 'exchanges.json'), JSON.stringify(exchanges, undefined, 1));
    return read;
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.end(body),
      (error) => response.end(`${error}\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(Number(values.port), '127.0.0.1', resolve));
  console.log(`${names.length} tests at http://127.0.0.1:${values.port}/`);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve));
  server.close();
  await pages.close();
}

const resultText = (
  { passed, output, error, sightline, errorContext }: TestRecord,
  plain: boolean,
): string => (passed ? 'passed\n' : `failed\n${output || error}\n${plain ? errorContext : sightline}\n`);

const task = (
  names: readonly string[],
  port: number,
): string => `${names.length} tests of web pages fail: the pages were
changed on purpose, and work. Mend each test so that it passes and still checks or does the same thing to the same part of
the page: do not delete steps, and do not weaken what is checked. What a page says now is right.

  curl -s 127.0.0.1:${port}/show/NAME                          the test, its error and what is attached to it
  curl -s --data-binary @- 127.0.0.1:${port}/run/NAME <<'EOF'  replaces the test (the whole file) and runs it
  ...
  EOF

Nothing else is there: no browser, no page, no other file. At most three runs a test.
Tests: ${names.join(' ')}
`;

function score(names: readonly string[], exchanges: readonly Exchange[]): string {
  const rows = [...names, 'all'].map((name) => {
    const own = exchanges.filter((one) => name === 'all' || one.name === name);
    const sum = (key: 'read' | 'written') => own.reduce((total, one) => total + one[key], 0);
    const last = (one: string) =>
      exchanges.findLast(({ name: other, kind }) => other === one && kind === 'run');
    const mended = (name === 'all' ? names : [name]).filter((one) => last(one)?.passed).length;
    const runs = own.filter(({ kind }) => kind === 'run').length;
    return [name, `${mended}`, `${own.length}`, `${runs}`, `${sum('read')}`, `${sum('written')}`];
  });
  return `${writeTable(['test', 'mended', 'requests', 'runs', 'tokens read', 'tokens written'], rows)}\n`;
}
