import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoreQuery } from '../../packages/sightline/src/session/captured/CapturedPage.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

/** docs/spec/query.md: the query engine. */
let pages: HtmlPages;

const SHOP = `
  <header><a href="/">Acme Store</a></header>
  <nav aria-label="Primary"><a href="/">Home</a><a href="/products">Products</a></nav>
  <main>
    <h1>Product Catalog</h1>
    <h2>Home deliveries</h2><p>Home is where we deliver.</p><button>Home delivery times</button>
    <h2>Featured Products</h2>
    <ul>
      <li data-sku="A-1" class="product card"><a href="/p/1" rel="nofollow" data-id="57">Wireless Headphones</a> $29.99 <button>Add to Cart</button></li>
      <li><a href="/p/2">USB-C Hub</a> $49.99 <button>Add to Cart</button></li>
    </ul>
    <h2>Your details</h2>
    <form aria-label="Contact">
      <label>Name <input type="text" name="fullname"></label>
      <label>Mail <input type="email" name="mail" required></label>
      <div class="product-card"><select name="qty" id="qty-select-2" aria-label="Quantity"><option>1</option><option>2</option><option>10</option></select></div>
      <button type="submit">Submit</button>
    </form>
  </main>
  <footer><a href="/terms">Terms</a></footer>`;

interface Element {
  index: number;
  tag: string;
  role: string;
  name: string;
  landmark: string | null;
  heading: string | null;
}

async function query(question: CoreQuery): Promise<{ text: string; elements: Element[]; total: number }> {
  const { text, data } = await pages.session.query(question);
  return { text, elements: data.elements as Element[], total: data.total as number };
}

const names = ({ elements }: { elements: Element[] }): string[] => elements.map(({ name }) => name);

beforeAll(async () => {
  pages = await HtmlPages.start();
  await pages.open(SHOP);
});

afterAll(() => pages.close());

describe('the query engine', () => {
  test('1. Text search', async () => {
    const { elements } = await query({ text: 'Submit' });
    expect(elements[0]).toMatchObject({ tag: 'button', name: 'Submit' });
    const locator = await pages.session.locator(elements[0]?.index ?? 0);
    expect(await locator.textContent()).toBe('Submit');
  });

  test('2. Role filtering', async () => {
    const found = await query({ role: 'link' });
    expect(found.elements.map(({ role }) => role)).toEqual(Array(6).fill('link'));
    expect(names(await query({ role: 'heading', text: 'feature' }))).toEqual(['Featured Products']);
    expect((await query({ role: 'navigation' })).elements).toMatchObject([{ tag: 'nav', name: 'Primary' }]);
  });

  test('3. Attribute matching', async () => {
    expect(names(await query({ attributes: { type: 'email' } }))).toEqual(['Mail']);
    for (const [name, value] of Object.entries({ rel: 'nofollow', 'data-id': '5*', 'DATA-ID': '' }))
      expect(names(await query({ attributes: { [name]: value } }))).toEqual(['Wireless Headphones']);
    expect((await query({ attributes: { 'data-sku': 'a-1' } })).elements).toMatchObject([{ tag: 'li' }]);
    expect((await query({ attributes: { class: 'product' } })).elements).toMatchObject([{ tag: 'li' }]);
    expect((await query({ attributes: { 'data-sku': 'b' } })).text).toContain('No element has data-sku="b".');
  });

  test('4. Landmark scoping', async () => {
    const { elements } = await query({ text: 'Home', withinLandmark: 'NAV' });
    expect(elements).toMatchObject([{ tag: 'a', name: 'Home', landmark: 'NAV:Primary' }]);
  });

  test('5. Heading scoping', async () => {
    expect(names(await query({ nearHeading: 'Featured Products' }))).toEqual([
      'Wireless Headphones',
      'Add to Cart',
      'USB-C Hub',
      'Add to Cart',
    ]);
  });

  test('6. Combined criteria', async () => {
    const found = await query({ role: 'button', text: 'Cart', withinLandmark: 'MAIN' });
    expect(names(found)).toEqual(['Add to Cart', 'Add to Cart']);
    expect(found.text).toMatch(
      /\[\d+\]<button>Add to Cart \(MAIN > "Featured Products"\) \(item "USB-C Hub"\)/,
    );
  });

  test('7. Empty results', async () => {
    const found = await query({ text: 'nonexistent', role: 'button', withinLandmark: 'NAV' });
    expect(found.elements).toEqual([]);
    expect(found.text).toContain('Found nothing for "nonexistent", role="button", within NAV:Primary');
    expect(found.text).toMatch(/By itself: role="button" 4, within NAV:Primary 2\./);
  });

  test('8. Max results', async () => {
    const links = Array.from({ length: 100 }, (_, i) => `<a href="/${i}">Link ${i}</a>`).join(' ');
    await pages.open(links);
    const found = await query({ role: 'link', maxResults: 5 });
    expect(names(found)).toEqual(['Link 0', 'Link 1', 'Link 2', 'Link 3', 'Link 4']);
    expect(found.total).toBe(100);
    expect(found.text).toContain('(95 more: the same, as query_elements max_results=100)');
    expect((await query({ role: 'link' })).elements).toHaveLength(20);
    await pages.open(SHOP);
  });

  test('9. Page summary', async () => {
    const { text } = await pages.session.look({ view: 'summary' });
    expect(text).toContain('NAV: "Primary" (2 links)');
    expect(text).toContain('## Featured Products (MAIN, 4 elements)');
  });

  test('10. Region expansion', async () => {
    const { text } = await pages.session.region('MAIN', { heading: 'Featured', content: 'interactive' });
    expect(text).toMatch(/^MAIN > "Featured Products" \(4 elements\):\n/);
    expect(text).toMatch(/\[\d+\]<a>Wireless Headphones.*\[\d+\]<button>Add to Cart/s);
  });

  test('11. Element details', async () => {
    const { elements } = await query({ name: 'Quantity' });
    const { text } = await pages.session.details(elements[0]?.index ?? 0);
    for (const line of [
      'Tag: <select>',
      'Role: combobox',
      'Name: "Quantity"',
      'Value: "1"',
      'Options: "1" (selected), "2", "10"',
      'Attributes: name="qty", id="qty-select-2", aria-label="Quantity"',
      'State: enabled, filled',
      'Parent: <div class="product-card">',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/Bounding box: \(\d+, \d+\) \d+ x \d+ px/);
    expect(text).toMatch(/Context: under MAIN > FORM:Contact > "Product Catalog" > "Your details"/);
  });

  test('12. Index consistency', async () => {
    const look = await pages.session.look();
    for (const { index, name } of (await query({ role: 'button' })).elements) {
      expect(look.text).toContain(`[${index}]<button>${name}`);
      expect(await (await pages.session.locator(index)).textContent()).toBe(name);
    }
  });
});

test('one call gives text, elements, html and picture of one state, which answers by number and by id', async () => {
  await pages.open(SHOP);
  const seen = await pages.session.observe({ picture: { numbers: true } });
  await pages.session.page.evaluate(() => document.querySelector('[data-id]')?.remove());
  const hub = seen.elements.find(({ accessibleName }) => accessibleName === 'Wireless Headphones');
  const index = hub?.index as number;
  expect(seen.text).toContain(`[${index}]<a>Wireless Headphones`);
  expect(seen.html).toContain('Wireless Headphones');
  expect([seen.url, seen.picture?.image.subarray(1, 4).toString()]).toEqual([seen.page.snapshot.url, 'PNG']);
  for (const target of [index, String(hub?.elementId)])
    expect(seen.page.details(target).text).toContain('Name: "Wireless Headphones"');
  expect((await query({ text: 'Wireless Headphones' })).elements).not.toContainEqual(
    expect.objectContaining({ index }),
  );
  await expect(pages.session.look({ picture: { number: true } } as object)).rejects.toThrow(
    'look: picture takes no "number".',
  );
});

test('an answer says which page it is of, and whether that changed since the last look', async () => {
  await pages.open('<title>One</title><button>Go</button>');
  await pages.session.look();
  const before = await pages.session.query({ text: 'go' });
  expect(before.text).toMatch(/^Found 1 element/);
  expect(before.data).toMatchObject({
    look: expect.any(Number),
    changed: false,
    url: pages.session.page.url(),
  });
  await pages.session.page.evaluate("document.querySelector('button').focus()");
  expect((await pages.session.query({ text: 'go' })).data.changed).toBe(false);
  await pages.session.page.evaluate("document.body.append(document.createElement('input'))");
  const after = await pages.session.query({ role: 'textbox' });
  expect(after.text).toMatch(/^\(".*" has changed since look \d+, the last one\)\nFound 1 element/);
  expect(after.data.changed).toBe(true);
});
