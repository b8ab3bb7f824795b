import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendDirectly } from '../../packages/sightline/src/browser/connect/sendDirectly.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { protocolSender } from '../support/protocolSender.ts';

/** What is asked beside what takes longer is not waited for: the order of the messages of a look and of a click. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const HTML = `<style>p:empty{display:none}</style><main><h1>Head</h1><button id=b>Go</button><p id=out></p>
  <div id=l>Listens</div><script>b.onclick = () => { out.textContent += 'x'; }; l.onclick = () => {};</script>
  ${Array.from({ length: 200 }, (_, i) => `<h2>Part ${i}</h2><p>Words of <a href="#${i}">part ${i}</a></p>`).join('')}</main>`;

interface Sent {
  message: string;
  /** When it was sent, and when it was answered, as the messages and answers are counted. */
  at: number;
  answeredAt: number;
}

/** Until none of the messages waits for its answer, but for one, and none follows. */
async function othersAnswered(sent: readonly Sent[], message: string): Promise<void> {
  const isWaiting = (one: Sent): boolean =>
    one.message !== message && one.answeredAt === Number.POSITIVE_INFINITY;
  do await new Promise((resolve) => setTimeout(resolve, 50));
  while (sent.some(isWaiting));
}

/** The messages of our protocol sessions meanwhile. `slowest`: its answer comes when all that was asked beside it is answered. */
async function messagesOf(work: () => Promise<unknown>, slowest?: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  let count = 0;
  const sender = await protocolSender(pages.session.page);
  const { send } = sender;
  const spy = vi.spyOn(sender, 'send').mockImplementation(async function (this: unknown, method, parameters) {
    const { expression = '' } = (parameters ?? {}) as { expression?: string };
    const message = /__sightline\.call\("(\w+)"/.exec(expression)?.[1] ?? method;
    const one = { message, at: ++count, answeredAt: Number.POSITIVE_INFINITY };
    sent.push(one);
    try {
      const answer = await send.call(this, method, parameters);
      if (message === slowest) await othersAnswered(sent, message);
      return answer;
    } finally {
      one.answeredAt = ++count;
    }
  });
  await work().finally(() => spy.mockRestore());
  return sent;
}

const last = (sent: readonly Sent[], message: string): Sent =>
  sent.findLast((one) => one.message === message) as Sent;

test('a first look asks the browser for roots, handlers and tools while the page is captured', async () => {
  // What is added to the first document of a session is no part of it.
  await pages.look('<p>Before</p>');
  await pages.open(HTML);
  const sent = await messagesOf(() => pages.session.look(), 'capture');
  const { answeredAt } = last(sent, 'capture');
  const later = sent.filter(({ at }) => at > answeredAt).map(({ message }) => message);
  expect(later.filter((message) => message !== 'DOM.discardSearchResults')).toEqual([]);
  expect(sent.map(({ message }) => message)).toContain('DOM.performSearch');
});

test('so does a look after elements came', async () => {
  await pages.open(HTML);
  await pages.session.look();
  await pages.session.page.evaluate(() =>
    document.querySelector('main')?.append(document.createElement('hr')),
  );
  const sent = await messagesOf(() => pages.session.look(), 'capture');
  const { answeredAt } = last(sent, 'capture');
  const later = sent.filter(({ at }) => at > answeredAt).map(({ message }) => message);
  expect(later.filter((message) => message !== 'DOM.discardSearchResults')).toEqual([]);
});

test('what a click changed is read while its last frame is waited for', async () => {
  await pages.open(HTML);
  await pages.session.look();
  const { session } = pages;
  const found = await session.query({ text: 'Go' });
  const [{ index }] = found.data.elements as [{ index: number }];
  let text = '';
  const sent = await messagesOf(async () => {
    text = (await session.click(index)).text;
  });
  expect(text).toContain('new in MAIN:\n x');
  const [firstWait, lastWait] = sent.filter(({ message }) => message === 'waitUntilSettled') as [Sent, Sent];
  const early = sent.find(
    ({ message, at }) => message === 'readChanges' && at > firstWait.answeredAt,
  ) as Sent;
  expect(early.at).toBeLessThan(lastWait.answeredAt);
  expect(last(sent, 'capture').at).toBeGreaterThan(early.answeredAt);
  // It is asked whether anything has changed since, and nothing has.
  expect(last(sent, 'readChanges').at).toBeGreaterThan(lastWait.answeredAt);
});

test('a page of many nodes, which may have to be read again, is read when it has settled', async () => {
  await pages.open(HTML + '<p>Words'.repeat(1_300));
  await pages.session.look();
  const { session } = pages;
  const found = await session.query({ text: 'Go' });
  const [{ index }] = found.data.elements as [{ index: number }];
  const sent = await messagesOf(() => session.click(index));
  const waits = sent.filter(({ message }) => message === 'waitUntilSettled');
  expect(waits).toHaveLength(1);
  expect(last(sent, 'capture').at).toBeGreaterThan((waits[0] as Sent).answeredAt);
});

test('what changes in that last frame is told all the same', async () => {
  await pages.open(`<button id=b>Go</button><p id=out>before</p><script>
    b.onclick = () => {
      out.textContent = 'first';
      let frames = 0;
      const next = () => { if (++frames < 3) requestAnimationFrame(next); else out.textContent = 'second'; };
      requestAnimationFrame(next);
    };</script>`);
  await pages.session.look();
  const { session } = pages;
  const found = await session.query({ text: 'Go' });
  const [{ index }] = found.data.elements as [{ index: number }];
  const { text } = await session.click(index);
  expect(text).toContain('"second" (was "before")');
});

test('messages go past the client of the installed Playwright, with its words for a page that is closed', async () => {
  const page = await pages.session.page.context().newPage();
  const session = await page.context().newCDPSession(page);
  expect(sendDirectly(session)).toBe(true);
  const evaluate = () => session.send('Runtime.evaluate', { expression: '1 + 1', returnByValue: true });
  expect((await evaluate()).result.value).toBe(2);
  await expect(session.send('DOM.describeNode', {})).rejects.toThrow('Protocol error (DOM.describeNode)');
  const events: string[] = [];
  session.on('Runtime.executionContextCreated', () => events.push('context'));
  await session.send('Runtime.enable');
  expect(events).not.toEqual([]);
  await page.close();
  await expect(evaluate()).rejects.toThrow('has been closed');
});

test('they go through the client where it is of another make', async () => {
  const session = { send: async () => 'by the client' } as unknown as Parameters<typeof sendDirectly>[0];
  expect(sendDirectly(session)).toBe(false);
  expect(await session.send('Runtime.enable')).toBe('by the client');
});
