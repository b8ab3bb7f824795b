import { EventEmitter } from 'node:events';
import type { BrowserContext, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { explainOpenDialog } from '../../packages/sightline/src/failure/explainFailure.ts';
import { similarity, wordsInCode } from '../../packages/sightline/src/failure/nearest/similarity.ts';
import { parseFailure } from '../../packages/sightline/src/failure/parseFailure.ts';
import { parseLocator } from '../../packages/sightline/src/failure/parseLocator.ts';
import { TestWatch } from '../../packages/sightline/src/playwright/TestWatch.ts';
import { writeLocator } from '../../packages/sightline/src/script/locators/writeLocator.ts';

describe('the error of a test', () => {
  it('is read where an action ran out of time', () => {
    const failure = parseFailure({
      message: `TimeoutError: locator.click: Timeout 1000ms exceeded.
Call log:
  - waiting for getByRole('button', { name: 'Pay' })
    - locator resolved to <button disabled>Pay</button>
  - attempting click action
    2 × waiting for element to be visible, enabled and stable
      - element is not enabled
`,
      stack: `TimeoutError: locator.click
    at Frame.click (/home/ann/shop/node_modules/playwright-core/lib/client.js:1:1)
    at /home/ann/shop/tests/pay.spec.ts:12:34`,
    });
    expect(failure).toMatchObject({
      call: 'click',
      isExpect: false,
      timeoutMs: 1000,
      locator: "getByRole('button', { name: 'Pay' })",
      location: 'tests/pay.spec.ts:12',
      headline: 'TimeoutError: locator.click: Timeout 1000ms exceeded.',
    });
    expect(failure.log).toContain('element is not enabled');
  });

  it('is read where a matcher failed, with colours', () => {
    const failure = parseFailure(
      new Error(`\u001b[2mexpect(\u001b[22m\u001b[31mlocator\u001b[39m\u001b[2m).not.\u001b[22mtoHaveText(expected) failed

Locator:  getByTestId('total')
Expected: not "EUR 40"
Received: "EUR 40"
Timeout:  500ms

Call log:
  - Expect "not toHaveText" with timeout 500ms
  - waiting for getByTestId('total')
`),
    );
    expect(failure).toMatchObject({
      call: 'toHaveText',
      isExpect: true,
      isNot: true,
      locator: "getByTestId('total')",
      expected: 'not "EUR 40"',
      received: '"EUR 40"',
      timeoutMs: 500,
    });
  });

  it('is read where several elements match', () => {
    const failure = parseFailure(
      new Error(`locator.click: Error: strict mode violation: getByText('Edit') resolved to 2 elements:
    1) <button>Edit</button> aka getByRole('button', { name: 'Edit' }).first()`),
    );
    expect(failure).toMatchObject({ call: 'click', isStrict: true, locator: "getByText('Edit')" });
  });

  it('is read where two values differ in some lines', () => {
    const failure = parseFailure(
      new Error(`expect(received).toEqual(expected) // deep equality

- Expected  - 1
+ Received  + 1

  Array [
-   "Bob",
+   "Ann",
  ]`),
    );
    expect(failure).toMatchObject({
      call: 'toEqual',
      expected: '"Bob",',
      received: '"Ann",',
      locator: undefined,
    });
  });

  it.each([
    ['Waiting for selector `#pay` failed: Waiting failed: 500ms exceeded', 'locator("#pay")'],
    ['Error: failed to find element matching selector ".a > b"', 'locator(".a > b")'],
    [
      'NoSuchElementError: no such element: Unable to locate element: {"method":"css selector","selector":"*[name=\\"q\\"]"}',
      'locator("*[name=\\"q\\"]")',
    ],
    [
      'no such element: Unable to locate element: {"method":"css selector","selector":"*[id="pay"]"}\n  (Session info: x)',
      'locator("*[id=\\"pay\\"]")',
    ],
    [
      'no such element: Unable to locate element: {"method":"xpath","selector":"//button[1]"}',
      'locator("xpath=//button[1]")',
    ],
  ])('is read where it is of another tool: %s', (message, locator) => {
    const failure = parseFailure(new Error(message));
    expect(failure.locator).toBe(locator);
    expect(parseLocator(locator)).toHaveLength(1);
  });

  it('may be anything', () => {
    expect(parseFailure('gone').headline).toBe('gone');
    expect(parseFailure(undefined).headline).toBe('undefined');
    expect(parseFailure({}).headline).toBe('');
  });
});

describe('a locator as Playwright writes it', () => {
  it.each([
    "getByRole('button', { name: 'Save', exact: true })",
    "getByRole('heading', { name: /^Or\\w+/i, level: 2 })",
    "locator('#orders').getByRole('row').filter({ hasText: 'Ann' }).nth(2)",
    "getByText('It\\'s \"quoted\"').first()",
    "frameLocator('#pay').getByLabel('Card')",
    "locator('li').filter({ has: getByRole('button', { name: 'Edit' }) }).last()",
    "getByPlaceholder('Search').or(getByTitle('Find'))",
    "getByTestId('total')",
  ])('%s', (text) => {
    expect(writeLocator(parseLocator(`${text} to be visible`) ?? [])).toBe(text);
  });

  it('enters frames, and reads the test id that the project uses', () => {
    expect(parseLocator("locator('#pay').contentFrame().getByText('x')")).toEqual([
      { by: 'css', selector: '#pay' },
      { by: 'frame' },
      { by: 'text', text: 'x' },
    ]);
    expect(parseLocator("getByTestId('a')", 'data-cy')).toEqual([{ by: 'css', selector: '[data-cy="a"]' }]);
  });

  it.each(['Subscribe button', 'process.exit()', "getByRole('a').evaluate('x')", '', 'getByText(name)'])(
    'is none: %s',
    (text) => {
      expect(parseLocator(text)).toBeUndefined();
    },
  );
});

describe('likeness', () => {
  it('is that of letters, or of words', () => {
    expect(similarity('Save', 'save')).toBe(1);
    expect(similarity('Save changes', 'Store changes')).toBeGreaterThan(0.6);
    expect(similarity('Order confirmed', 'Your order is confirmed')).toBeGreaterThan(0.6);
    expect(similarity('Save changes', 'Delete account')).toBeLessThan(0.4);
    expect(similarity('Save', '')).toBe(0);
  });

  it('finds words in code', () => {
    expect(wordsInCode('Save changes', 'btn-saveChanges')).toBe(1);
    expect(wordsInCode('Save changes', 'save')).toBe(0.5);
  });
});

describe('a dialog that a test has left open', () => {
  const error = new Error('locator.click: Timeout 1000ms exceeded.\u001b]0;a\u0007\u009b2J');

  it('is reported without its words where they may repeat a secret', () => {
    const { cause, text } = explainOpenDialog(
      { type: 'alert', message: undefined },
      error,
      'http://a.test/?token=abcdef',
    );
    expect(cause).toContain('was not answered: alert, whose words are not shown');
    expect(text).toContain('Page: http://a.test/?token=[filled]');
  });

  it('steers no terminal, and imitates no line of a report', () => {
    const message = 'Leave?\u001b]52;c;aGk=\u0007\n\n**Cause** (covered): "Pay"\u202e';
    const { cause, text } = explainOpenDialog({ type: 'confirm', message }, error, 'http://a.test/\u001b[2J');
    expect(cause).toContain(': confirm "Leave?]52;c;aGk= **Cause** (covered): \'Pay\'". Until it is');
    expect(text.match(/^\*\*Cause\*\*/gm)).toHaveLength(1);
    expect(`${cause}${text}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('what is kept of a test', () => {
  class Host extends EventEmitter {
    pages = (): Page[] => [];
  }
  interface FakeFrame {
    url(): string;
    parentFrame(): FakeFrame | null;
    isDetached(): boolean;
  }
  const frame = (parent: FakeFrame | null = null): FakeFrame => ({
    url: () => '',
    parentFrame: () => parent,
    isDetached: () => false,
  });
  const request = (
    url: string,
    {
      of = frame(),
      start = 0,
      isNavigation = false,
    }: { of?: FakeFrame; start?: number; isNavigation?: boolean } = {},
  ): object => ({
    method: () => 'GET',
    url: () => url,
    resourceType: () => 'fetch',
    failure: () => null,
    existingResponse: () => ({ status: () => 500 }),
    frame: () => of,
    isNavigationRequest: () => isNavigation,
    timing: () => ({ startTime: start, responseStart: 50 }),
  });

  it('is bounded, however many dialogs a page opens, and no address holds what opens something', async () => {
    const context = new Host();
    const page = new Host() as unknown as Page;
    const requests = async (): Promise<object[]> => [request('http://u:p@a.test/x?token=abcdef&page=2')];
    Object.assign(page, { requests, pageErrors: async () => [new Error('x'.repeat(5_000))] });
    const watch = new TestWatch();
    context.on('dialog', () => undefined);
    watch.add(context as unknown as BrowserContext);
    for (let i = 0; i < 1_000; i++)
      context.emit('dialog', {
        page: () => page,
        type: () => 'alert',
        message: () => `${i} ${'x'.repeat(10_000)}`,
      });
    expect(watch.openDialog(page)?.message).toMatch(/^999 x{1995}\u2026$/);
    for (let i = 0; i < 1_000; i++)
      context.emit('dialogclosed', { page: () => page, type: () => 'alert', message: () => `${i}` });
    const { closedDialogs = [], failedRequests, pageErrors } = await watch.observed(page);
    expect([closedDialogs.length, closedDialogs.at(-1)]).toEqual([20, 'alert "999"']);
    expect(failedRequests).toEqual(['GET http://a.test/x?token=[filled]&page=2: 500']);
    expect(pageErrors?.[0]).toHaveLength(2_000);
  });

  it('says nothing of what documents asked for and said that have gone, whose secrets nobody knows', async () => {
    const main = frame();
    const [left, stays] = [frame(main), frame(main)];
    const requests = [
      request('http://a.test/one', { of: main, isNavigation: true, start: 1_000 }),
      request('http://a.test/of-one', { of: main, start: 1_100 }),
      request('http://a.test/two', { of: main, isNavigation: true, start: 2_000 }),
      request('http://a.test/late-of-one', { of: main, start: 2_010 }),
      request('http://a.test/of-two', { of: main, start: 2_100 }),
      request('http://a.test/frame', { of: stays, isNavigation: true, start: 2_200 }),
      request('http://a.test/of-frame', { of: stays, start: 2_300 }),
      request('http://a.test/of-gone-frame', { of: left, start: 2_300 }),
      request('http://a.test/never-answered', { of: main, start: -1 }),
    ];
    const page = Object.assign(new Host(), {
      requests: async () => requests,
      pageErrors: async () => [],
      frames: () => [],
    }) as unknown as Page;
    left.isDetached = () => true;
    const context = Object.assign(new Host(), { pages: () => [page] });
    const watch = new TestWatch();
    watch.add(context as unknown as BrowserContext);
    const say = (message: string) =>
      context.emit('dialogclosed', { page: () => page, type: () => 'alert', message: () => message });
    const goTo = (url: string) => {
      main.url = () => url;
      (page as unknown as Host).emit('framenavigated', main);
    };
    goTo('http://a.test/one');
    say('of one');
    goTo('http://a.test/one#part');
    const pathsOf = (texts: readonly string[] = []) => texts.map((one) => /test(\S+):/.exec(one)?.[1]);
    expect((await watch.observed(page)).closedDialogs).toEqual(['alert "of one"']);
    goTo('http://a.test/two');
    say('of two');
    const observed = await watch.observed(page);
    expect(pathsOf(observed.failedRequests)).toEqual([
      '/two',
      '/of-two',
      '/frame',
      '/of-frame',
      '/never-answered',
    ]);
    expect(observed.closedDialogs).toEqual(['alert, whose words went with its page', 'alert "of two"']);
    (page as unknown as Host).emit('framedetached', left);
    expect((await watch.observed(page)).closedDialogs).toEqual(
      Array(2).fill('alert, whose words went with its page'),
    );
  });
});
