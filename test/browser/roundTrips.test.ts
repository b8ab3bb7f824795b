import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What is asked beside what takes longer is not waited for: the order of the messages of a look and of a click. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const HTML = `<style>p:empty{display:none}</style><main><h1>Head</h1><button id=b>Go</button><p id=out></p>
  <div id=l>Listens</div><script>b.onclick = () => { out.textContent += 'x'; }; l.onclick = () => {};</script></main>`;

interface Sent {
  message: string;
  /** When it was sent, and when it was answered, as the messages and answers are counted. */
  at: number;
  answeredAt: number;
}

/** The messages of our protocol sessions meanwhile. */
async function messagesOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const { page } = pages.session;
  const session = await page.context().newCDPSession(page);
  const sent: Sent[] = [];
  let count = 0;
  const prototype = Object.getPrototypeOf(session);
  const { send } = prototype;
  const spy = vi.spyOn(prototype, 'send').mockImplementation(async function (this: unknown, ...args) {
    const [method, parameters] = args as [string, { expression?: string } | undefined];
    const [, called] = /__sightline\.call\("(\w+)"/.exec(parameters?.expression ?? '') ?? [];
    const one = { message: called ?? method, at: ++count, answeredAt: Number.POSITIVE_INFINITY };
    sent.push(one);
    try {
      return await send.apply(this, args);
    } finally {
      one.answeredAt = ++count;
    }
  });
  await work().finally(() => spy.mockRestore());
  await session.detach();
  return sent;
}

const last = (sent: readonly Sent[], message: string): Sent =>
  sent.findLast((one) => one.message === message) as Sent;

test('a first look asks the browser for roots, handlers and tools while the page is captured', async () => {
  await pages.open(HTML);
  const sent = await messagesOf(() => pages.session.look());
  const { answeredAt } = last(sent, 'capture');
  const later = sent.filter(({ at }) => at > answeredAt).map(({ message }) => message);
  expect(later.filter((message) => message !== 'DOM.discardSearchResults')).toEqual(['idsOfHandlers']);
  expect(sent.map(({ message }) => message)).toContain('DOM.performSearch');
});

test('so does a look after elements came', async () => {
  await pages.open(HTML);
  await pages.session.look();
  await pages.session.page.evaluate(() =>
    document.querySelector('main')?.append(document.createElement('hr')),
  );
  const sent = await messagesOf(() => pages.session.look());
  const { answeredAt } = last(sent, 'capture');
  const later = sent.filter(({ at }) => at > answeredAt).map(({ message }) => message);
  expect(later.filter((message) => message !== 'DOM.discardSearchResults')).toEqual(['idsOfHandlers']);
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
