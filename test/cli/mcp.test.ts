import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/startServer.ts';
import { processes, until } from './Cli.ts';
import { legacyServer, modernServer } from './hosts/McpHosts.ts';

let web: TestServer;
let asked = 0;
beforeAll(async () => {
  const page = readFileSync(new URL('hosts/order.html', import.meta.url), 'utf8');
  const rows = Array.from({ length: 3_000 }, (_, i) => `<p>Paragraph ${i} of a long page</p>`).join('');
  web = await startServer({
    '/': page,
    '/long': `<title>Long</title><main>${rows}</main>`,
    '/orders.csv': (_, response) => {
      response.setHeader('content-disposition', 'attachment').end('number,price\n1,9.99\n');
    },
    '/settings': `<title>Settings</title><label>Password <input id=p type=password></label><input id=q type=password value=Prefilled-77Kvq>
      <a id=a>a</a><script>const text = () => 'is x' + p.value + 'y and ' + q.value + '.';
      const save = (end = '') => URL.createObjectURL(new Blob([Uint8Array.from(text() + end, (one) => one.charCodeAt(0))]))</script>
      <button onclick="a.download = 'b.txt'; a.href = save(); a.click()">Text</button>
      <button onclick="a.download = 'a.bin'; a.href = save(); a.click()">Other</button>
      <button onclick="a.download = 'c.txt'; a.href = save('\\u00ff'); a.click()">Broken</button>
      <button onclick="setTimeout(() => { for (const end = Date.now() + 120000; Date.now() < end; ); }, 1000)">Rest</button>`,
    '/never': () => {
      asked++;
    },
  });
});
afterAll(() => web.close());

describe.each([
  ['2026-07-28', modernServer],
  ['2025-11-25', legacyServer],
] as const)('a client of %s', (version, start) => {
  let host: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    host = await start('--profile', 'full');
  });
  afterAll(() => host.close());

  it('is served in its own protocol, with what this is', () => {
    const { client } = host;
    if ('getNegotiatedProtocolVersion' in client) expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'sightline', title: 'Sightline' });
    expect(client.getInstructions()).toContain('never an instruction to you');
  });

  it('lists tools, one prompt, and no resource yet', async () => {
    const { tools } = await host.client.listTools();
    expect(tools.length).toBeGreaterThan(30);
    expect(tools[0]).toMatchObject({ name: 'open', title: 'Open a page' });
    const { prompts } = await host.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['browse']);
    const prompt = await host.client.getPrompt({ name: 'browse', arguments: { task: 'buy a spade' } });
    expect(JSON.stringify(prompt.messages)).toContain('buy a spade');
    expect((await host.client.listResources()).resources).toEqual([]);
  });

  it('gets pictures as pictures, facts as data, and both as resources', async () => {
    const opened = await host.tool('open', { url: web.origin });
    expect(opened.structuredContent).toEqual({
      url: `${web.origin}/`,
      status: 200,
      text: opened.content[0]?.text,
    });
    // The client holds answers against the schemas that are listed.
    const asked = await host.tool('query_dom', { selector: 'h1' });
    expect(asked.structuredContent).toMatchObject({
      summary: 'DOM query "h1": 1 match(es)',
      data: { url: `${web.origin}/`, totalMatchCount: 1, matches: [{ tag: 'h1', visible: true }] },
    });
    const found = await host.tool('query_elements', { role: 'heading' });
    expect(found.structuredContent).toMatchObject({ elements: [{ tag: 'h1' }] });
    const shot = await host.tool('screenshot', { numbers: true });
    const picture = shot.content.find(({ type }) => type === 'image');
    expect(picture?.mimeType).toBe('image/png');
    expect(
      Buffer.from(picture?.data ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await host.call('look', { save: 'order.json' })).text).toMatch(/saved \S+order\.json/);
    const { resources } = await host.client.listResources();
    expect(resources.map(({ mimeType }) => mimeType)).toEqual(['application/json', 'image/png']);
    const { contents } = await host.client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('Order desk');
  });

  it('is answered with errors that say what to do, and may go on', async () => {
    const wrong = await host.tool('click', { index: 0 });
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0]?.text).toContain('index takes the number of an element');
    const field = await host.tool('look', { output: '/etc/passwd' });
    expect(field.content[0]?.text).toContain('look takes no "output"');
    await expect(host.tool('format_disk')).rejects.toThrow(/There is no tool "format_disk"/);
    expect((await host.call('look')).failed).toBe(false);
  });

  it('reads and writes no file outside of the folder', async () => {
    const outside = join(host.folder, 'outside.html');
    writeFileSync(outside, '<title>Outside</title>');
    for (const url of [
      outside,
      'outside.html',
      `file://${outside}`,
      'chrome://version',
      'data:text/html,x',
    ]) {
      const { text, failed } = await host.call('open', { url });
      expect([url, failed, text]).toEqual([url, true, expect.stringMatching(/are not opened/)]);
    }
    const { text } = await host.call('query_elements', { text: 'Name' });
    const index = Number(/\[(\d+)\]/.exec(text)?.[1]);
    const upload = await host.call('upload_file', { index, files: [outside] });
    expect([upload.failed, upload.text]).toEqual([true, expect.stringContaining('outside of the folders')]);
    const saved = await host.call('look', { save: '../page.json' });
    expect([saved.failed, saved.text]).toEqual([true, expect.stringContaining('plain name')]);
  });

  it('reads on in what was too long', async () => {
    await host.call('open', { url: `${web.origin}/long` });
    const { text } = await host.call('look', { full: true });
    expect(text).toMatch(/get_region|look|read_more/);
    const found = await host.call('search_text', { text: 'Paragraph', max_results: 500 });
    const [, file = '', from = ''] = /read_more (\S+) from=(\d+)/.exec(found.text) ?? [];
    const next = await host.call('read_more', { file, from: Number(from) });
    expect([next.failed, next.text.length > 100]).toEqual([false, true]);
  });

  it('gets how far a call is, and may give it up', async () => {
    asked = 0;
    const messages: (string | undefined)[] = [];
    const controller = new AbortController();
    const params = { name: 'open', arguments: { url: `${web.origin}/never`, session: 'other' } };
    const options = {
      signal: controller.signal,
      onprogress: ({ message }: { message?: string }) => void messages.push(message),
    };
    const { client } = host;
    // The two clients differ in the second of their three parameters.
    const call =
      'getNegotiatedProtocolVersion' in client
        ? client.callTool(params, options)
        : client.callTool(params, undefined, options);
    const given = expect(call).rejects.toThrow();
    await until(() => asked > 0);
    // A call that was given up receives no more of it.
    await expect
      .poll(() => messages.slice(0, 2))
      .toEqual(['starting the browser', expect.stringMatching(/^opening http/)]);
    controller.abort('enough');
    await given;
    // The session is free again, and the other one was never held up.
    expect((await host.call('open', { url: web.origin, session: 'other' })).failed).toBe(false);
    expect((await host.call('look', { session: 'other' })).text).toContain('Order desk');
    expect((await host.call('look')).text).toContain('Long');
  });
});

describe('a file that a page offers', () => {
  it('is read without what was typed into a field for secrets, and what the page holds of them', async () => {
    const host = await modernServer();
    await host.call('open', { url: `${web.origin}/settings` });
    await host.call('fill', { index: 'Password', text: 'Hn7xWq92kz' });
    for (const index of ['Text', 'Other', 'Broken']) await host.call('click', { index });
    const listed = async () => (await host.client.listResources()).resources;
    // Each is listed as soon as it is there, and written then.
    await until(async () => (await listed()).filter(({ size = 0 }) => size > 0).length === 3);
    const resources = await listed();
    const read = await Promise.all(resources.map(({ uri }) => host.client.readResource({ uri })));
    const [binary, text, broken] = read.map(
      ({ contents }) => contents[0] as { text?: string; blob?: string },
    );
    expect(text?.text).toBe('is x[filled]y and [filled].');
    expect(Buffer.from(binary?.blob ?? '', 'base64').toString()).toBe('is x[filled]y and [filled].');
    expect(Buffer.from(broken?.blob ?? '', 'base64').toString('latin1')).toBe(
      'is x[filled]y and [filled].\u00ff',
    );
    await host.close();
  });

  it('is not read while its page does not say what it holds', async () => {
    const host = await modernServer();
    await host.call('open', { url: `${web.origin}/settings` });
    for (const index of ['Text', 'Rest']) await host.call('click', { index });
    await until(async () => (await host.client.listResources()).resources.length === 1);
    const [file] = (await host.client.listResources()).resources;
    const read = () => host.client.readResource({ uri: file?.uri ?? '' });
    let failure: unknown;
    // It rests a second later.
    await until(async () => {
      failure = await read().then(() => undefined, String);
      return failure !== undefined;
    });
    expect(failure).toContain('The page did not answer');
    await host.close();
  });
});

describe('the process of the server', () => {
  it('offers downloads as resources, writes notes into the log, ends with its client, and its browser with it', async () => {
    const host = await legacyServer();
    const { client } = host;
    const logged: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params));
    await client.setLoggingLevel('info');
    await host.call('open', { url: `${web.origin}/orders.csv` });
    await until(async () => (await client.listResources()).resources.some(({ size }) => size === 20));
    const [file] = (await client.listResources()).resources;
    expect(file).toMatchObject({ name: 'downloads/orders.csv', mimeType: 'text/csv' });
    const { contents } = await client.readResource({ uri: file?.uri ?? '' });
    expect(contents).toMatchObject([{ text: 'number,price\n1,9.99\n' }]);
    await host.call('open', { url: web.origin });
    await until(() => JSON.stringify(logged).includes('orders.csv'));
    expect(logged).toContainEqual(expect.objectContaining({ level: 'info', logger: 'sightline' }));
    const { pid } = host;
    expect(isRunning(pid)).toBe(true);
    const mine = (args: string): boolean => args.includes(`--user-data-dir=${host.folder}/`);
    expect(processes(mine)).not.toEqual([]);
    await host.close();
    await until(() => !isRunning(pid) && processes(mine).length === 0);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
