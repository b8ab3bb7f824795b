import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LocatorResolver } from '../../packages/sightline/src/script/locators/LocatorResolver.ts';
import type { LocatorSpec, LocatorStep } from '../../packages/sightline/src/script/locators/LocatorSpec.ts';
import type { SessionContext } from '../../packages/sightline/src/session/SessionContext.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
let context: SessionContext;
let resolver: LocatorResolver;
beforeAll(async () => {
  pages = await HtmlPages.start();
  ({ context } = pages.session as unknown as { context: SessionContext });
  resolver = new LocatorResolver(context);
});
afterAll(() => pages.close());

/** The ids of what is found, of the page as it is now. */
async function ids(...spec: LocatorSpec): Promise<string[]> {
  const found = await resolver.findAll(spec, await context.capture());
  return found.map(({ attributes, tag }) => attributes.id ?? tag);
}

const css = (selector: string): LocatorStep => ({ by: 'css', selector });
const button: LocatorStep = { by: 'role', role: 'button' };

const html = `<div id=card class="card big"><h2 id=head>Plan</h2><button id=buy class=cta>Buy</button></div>
  <div id=other class=card><button id=more class=cta>More</button><p id=note style="display:none">Sold out</p></div>
  <ol><li class=crumb id=crumb>Charts</li></ol><style>.crumb::before { content: "/ " }</style>
  <input id=password type=password value=hunter2>
  <x-open></x-open><x-closed></x-closed><iframe id=pay srcdoc="<main id=inner><button id=card-pay>Pay</button></main>"></iframe>
  <script>
    for (const mode of ['open', 'closed'])
      document.querySelector('x-' + mode).attachShadow({ mode }).innerHTML =
        '<section id=' + mode + '-box><button id=' + mode + ' class=cta>In ' + mode + '</button></section>';
  </script>`;

describe('on a live page', () => {
  beforeAll(async () => {
    await pages.open(html);
    await pages.session.page.frameLocator('iframe').locator('button').waitFor();
  });

  test.each<[string, LocatorSpec, string[]]>([
    ['roles, in frames and shadow roots', [button], ['buy', 'more', 'open', 'closed', 'card-pay']],
    ['CSS, by a class that the capture does not hold', [css('.big')], ['card']],
    ['CSS, in frames and shadow roots', [css('button')], ['buy', 'more', 'open', 'closed', 'card-pay']],
    ['CSS with a combinator, across an open shadow root', [css('x-open .cta')], ['open']],
    ['CSS within', [css('.card'), css('.cta')], ['buy', 'more']],
    ['CSS of children', [css('.card'), css('> .cta')], ['buy', 'more']],
    ['CSS from where it is asked', [css('.card'), css(':scope > h2')], ['head']],
    ['CSS with has of children', [css('div'), { by: 'filter', has: [css('> h2')] }], ['card']],
    [
      'what is hidden does not count in hasNot',
      [css('.card'), { by: 'filter', hasNot: [{ by: 'text', text: 'Sold out' }] }],
      ['card', 'other'],
    ],
    ['a guess at a secret', [css('input[value^=h]')], []],
    ['a guess at a secret, with CSS of Playwright', [css('input[value^=h]:visible')], []],
    ['CSS of Playwright', [css('.card:has-text("more")')], ['other']],
    ['a chain of Playwright', [css('.card >> button >> nth=1')], ['more']],
    ['XPath', [css('//div/h2')], ['head']],
    ['text=', [css('text="Buy"')], ['buy']],
    ['a frame', [{ by: 'frame', selector: '#pay' }, button], ['card-pay']],
    ['a frame found before', [css('iframe'), { by: 'frame' }, css('main')], ['inner']],
    [
      'not beside the frame',
      [
        { by: 'frame', selector: '#pay' },
        { by: 'text', text: 'Buy' },
      ],
      [],
    ],
    [
      'a text before which a style sheet puts another',
      [{ by: 'text', text: 'Charts', exact: true }],
      ['crumb'],
    ],
    ['hidden CSS', [css('p')], []],
    ['hidden CSS, asked for', [css('p'), { by: 'filter', visible: false }], ['note']],
  ])('%s', async (_, spec, expected) => {
    expect(await ids(...spec)).toEqual(expected);
  });

  test.each([
    ['a[', 'invalid_selector'],
    ['a:has-text(', 'invalid_selector'],
    ['nonsense=a', 'invalid_selector'],
  ])('%s is refused', async (selector, code) => {
    await expect(ids(css(selector))).rejects.toMatchObject({ code });
  });

  test('a selector is asked once, until the page changes', async () => {
    const connection = await context.connection();
    const asked = [vi.spyOn(connection, 'matchSelector'), vi.spyOn(connection, 'matchLocator')];
    const count = (): number[] => asked.map((spy) => spy.mock.calls.length);
    for (let i = 0; i < 20; i++) await ids(css('div.big'), button);
    for (let i = 0; i < 20; i++) await ids(css('.big:visible'));
    expect(count()).toEqual([1, 1]);
    await pages.session.page.evaluate(() => document.querySelector('#other')?.classList.add('big'));
    expect(await ids(css('div.big'))).toEqual(['card', 'other']);
    expect(count()).toEqual([2, 1]);
    for (const spy of asked) spy.mockRestore();
  });

  test('a number, also as what an element has', async () => {
    const { data } = await pages.session.query({ text: 'More' });
    const [{ index }] = data.elements as [{ index: number }];
    expect(await ids({ by: 'ref', ref: index })).toEqual(['more']);
    expect(await ids(css('.card'), { by: 'filter', has: [{ by: 'ref', ref: index }] })).toEqual(['other']);
    await expect(ids({ by: 'ref', ref: 9_999 })).rejects.toMatchObject({ code: 'not_shown' });
  });
});
