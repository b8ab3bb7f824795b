import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import { PageState } from '../../packages/sightline/src/structure/PageState.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { HtmlPages, linesOf } from '../support/HtmlPages.ts';

/** docs/spec/outline.md: landmarks, headings, form, folding. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

async function structureOf(html: string): Promise<PageState> {
  const { snapshot } = await pages.look(html);
  return new PageState(computeVisibility(buildPage(snapshot)));
}

/** Numbers go on over the tests of one session: shown from 1 here. */
function renumber(lines: string[]): string[] {
  let count = 0;
  return lines.map((line) => line.replace(/\[\d+\]/g, () => `[${++count}]`));
}

describe('the outline', () => {
  test('1. Landmark detection', async () => {
    const { regions } = await structureOf(
      '<header>Acme</header><nav><a href=/>Home</a></nav><main><p>Text</p></main><aside>Ads</aside><footer>(c)</footer>',
    );
    expect(regions.map(({ role, elementCount }) => [role, elementCount])).toEqual([
      ['banner', 0],
      ['navigation', 1],
      ['main', 0],
      ['complementary', 0],
      ['contentinfo', 0],
    ]);
  });

  test('2. Heading hierarchy', async () => {
    const { headings } = await structureOf(
      '<main><h1>Catalog</h1><h2>Featured</h2><h2>Categories</h2><h3>Electronics</h3><h3>Clothing</h3><h2>Recent</h2></main>',
    );
    const tree = (of: typeof headings): unknown[] =>
      of.map(({ text, level, children }) => [level, text, tree(children)]);
    expect(tree(headings.filter((heading) => !heading.parent))).toEqual([
      [
        1,
        'Catalog',
        [
          [2, 'Featured', []],
          [
            2,
            'Categories',
            [
              [3, 'Electronics', []],
              [3, 'Clothing', []],
            ],
          ],
          [2, 'Recent', []],
        ],
      ],
    ]);
    expect(headings.every(({ landmark }) => landmark?.role === 'main')).toBe(true);
  });

  test('3. Named vs unnamed regions', async () => {
    const { regions } = await structureOf(
      '<nav aria-label="Primary"><a href=/>a</a></nav><nav><a href=/>b</a></nav><div role=region>c</div><section>d</section><div role=region aria-label=News>e</div>',
    );
    expect(regions.map(({ role, name, address }) => [role, name, address])).toEqual([
      ['navigation', 'Primary', 'NAV:Primary'],
      ['navigation', '', 'NAV'],
      ['region', 'News', 'REGION:News'],
    ]);
  });

  test('4. Outline format correctness', async () => {
    const html = `
      <header aria-label="Acme Store"><a href="/cart">Cart</a></header>
      <nav aria-label="Primary"><a href="/">Home</a> <a href="/p">Products</a></nav>
      <nav aria-label="Search"><input placeholder="Search..."></nav>
      <main><h2>Featured Products</h2><div>Product 1: <button>Add to Cart — $29.99</button></div><a href="/next">Next Page →</a></main>
      <footer>© 2026 Acme Corp <a href="/privacy">Privacy</a></footer>`;
    expect(renumber(await pages.lines(html))).toEqual([
      'BANNER: "Acme Store"',
      ' [1]<a>Cart',
      'NAV: "Primary"',
      ' [2]<a>Home [3]<a>Products',
      'NAV: "Search"',
      ' [4]<input>Search...',
      'MAIN:',
      ' ## Featured Products',
      ' Product 1: [5]<button>Add to Cart — $29.99',
      ' [6]<a>Next Page →',
      'CONTENTINFO:',
      ' © 2026 Acme Corp [7]<a>Privacy',
    ]);
    expect(renumber(linesOf(await pages.session.look({ style: 'markup' })))).toEqual([
      '=== PAGE OUTLINE ===',
      'BANNER: "Acme Store"',
      '  [1]<a>Cart</a>',
      'NAV: "Primary"',
      '  [2]<a>Home</a> [3]<a>Products</a>',
      'NAV: "Search"',
      '  [4]<input placeholder="Search..."/>',
      'MAIN:',
      '  ## Featured Products',
      '  Product 1: [5]<button>Add to Cart — $29.99</button>',
      '  [6]<a>Next Page →</a>',
      'CONTENTINFO:',
      '  © 2026 Acme Corp [7]<a>Privacy</a>',
      '=== END OUTLINE ===',
    ]);
  });

  test('5. Implicit landmark tags', async () => {
    const { regions } = await structureOf('<header>a</header><footer>b</footer><search><input></search>');
    expect(regions.map(({ role }) => role)).toEqual(['banner', 'contentinfo', 'search']);
    const scoped = await structureOf('<article><header>a</header><footer>b</footer></article>');
    expect(scoped.regions).toEqual([]);
  });

  test('6. Nested landmarks', async () => {
    const { regions } = await structureOf('<main><p>x</p><nav><a href=/>a</a></nav></main>');
    expect(regions.map(({ role, depth, parent }) => [role, depth, parent?.role])).toEqual([
      ['main', 0, undefined],
      ['navigation', 1, 'main'],
    ]);
    expect(await pages.lines('<main><p>x</p><nav><a href=/>a</a></nav>y</main>')).toEqual([
      'MAIN:',
      ' x',
      ' NAV:',
      expect.stringMatching(/^ {2}\[\d+\]<a>a$/),
      ' y',
    ]);
  });

  test('7. Orphan elements', async () => {
    const lines = await pages.lines('<p>first</p><main>content</main><button>last</button>');
    expect(lines).toEqual([
      'MAIN:',
      ' content',
      '(ungrouped):',
      ' first',
      expect.stringMatching(/^ \[\d+\]<button>last$/),
    ]);
  });

  test('8. Region collapsing', async () => {
    const html = '<nav aria-label=Primary><a href=/1>a</a><a href=/2>b</a></nav><main><p id=t>old</p></main>';
    await pages.look(html);
    expect(linesOf(await pages.session.look())).toEqual([
      'NAV: "Primary" (unchanged, 2 links)',
      'MAIN (unchanged, text)',
    ]);
    await pages.session.page.evaluate('t.textContent = "new"');
    expect(linesOf(await pages.session.look())).toEqual([
      'NAV: "Primary" (unchanged, 2 links)',
      'MAIN:',
      ' new',
    ]);
  });

  test('9. Backward compatibility', async () => {
    const html = '<nav><a href=/>Home</a></nav><main><h2>New</h2><button>Go</button></main>';
    const flat = await pages.lines(html, { view: 'flat', style: 'markup' });
    expect(flat.map((line) => line.replace(/\[\d+\]/, '[N]'))).toEqual([
      '[N]<a />',
      '\tHome',
      'New',
      '[N]<button />',
      '\tGo',
    ]);
  });
});
