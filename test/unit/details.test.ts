import { expect, test } from 'vitest';
import { PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import { elementDetails } from '../../packages/sightline/src/search/elements/elementDetails.ts';
import { LookHistory } from '../../packages/sightline/src/session/LookHistory.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

test('details show the beginning and the length of a long value, and the data has all of it', () => {
  const value = 'abc '.repeat(225);
  const scene = sceneOf([
    el('textarea', { role: 'textbox', name: 'Notes', attributes: { '.value': value, 'data-x': value } }),
  ]);
  const field = scene.pageState.page.nodes.find(({ tag }) => tag === 'textarea') as PageNode;
  const { text, data } = elementDetails(field, scene);
  expect(text).toMatch(/\n {2}Value: "(?:abc ){50}…" \(900 characters\)\n/);
  expect(text).toMatch(/ data-x="(?:abc ){50}…" \(900 characters\)/);
  expect(data.value).toBe(value);
});

test('details say first whether it can be used, what it is in, and where, in words that read as one', () => {
  const card = (name: string): El =>
    el(
      'li',
      {},
      el('h3', { name }, name),
      el(
        'div',
        { attributes: { class: 'price' } },
        'Only',
        el('button', { name: 'Buy', flags: Flag.Disabled }, 'Buy'),
      ),
    );
  const scene = sceneOf([el('main', {}, el('ul', {}, card('Lamp'), card('Hub')))]);
  const buttons = scene.pageState.page.nodes.filter(({ tag }) => tag === 'button');
  const { text } = elementDetails(buttons[1] as PageNode, scene, { parentClass: 'price big' });
  expect(text).toMatch(/\n {2}State: disabled\n/);
  expect(text).toContain('Parent: <div class="price big">');
  expect(text).toMatch(/\n {2}Context: under MAIN > "Hub", in item "Hub"\n/);
});

test('a question about another document than the last look asks for no change since', () => {
  const cache = new PageStateCache();
  const history = new LookHistory(cache);
  const [looked, same, other] = [
    snapshotOf(['one'], { key: 'a' }),
    snapshotOf(['two'], { key: 'a' }),
    snapshotOf(['two'], { key: 'b' }),
  ] as const;
  history.record(looked, {}, cache.get(looked, {}).baseline(), true);
  history.noteQuery(same);
  expect([history.hasChanged(), history.isOtherPage()]).toEqual([true, false]);
  history.noteQuery(other);
  expect(history.isOtherPage()).toBe(true);
});

test('details show the document of a rich text editor by its blocks, with the formatting of words', () => {
  const block = { flags: Flag.Block };
  const editor = (...children: (El | string)[]): El =>
    el('div', { role: 'textbox', name: 'Minutes', flags: Flag.Editable | Flag.Block }, ...children);
  const details = (...children: (El | string)[]): string => {
    const scene = sceneOf([editor(...children)]);
    return elementDetails(
      scene.pageState.page.nodes.find(({ role }) => role === 'textbox') as PageNode,
      scene,
    ).text;
  };
  const text = details(
    el('h2', block, 'Old agenda'),
    el(
      'ul',
      block,
      el('li', block, el('p', block, 'Point ', el('strong', {}, 'one'))),
      el('li', block, 'Point two'),
    ),
    el(
      'p',
      block,
      'See ',
      el('a', { attributes: { href: '/a' } }, 'the ', el('em', {}, 'plan')),
      el('br', {}),
      'and ',
      el('code', {}, 'x = 1'),
    ),
  );
  expect(text.split('\n').slice(-6)).toEqual([
    '  Document:',
    '    "## Old agenda"',
    '    "- Point **one**"',
    '    "- Point two"',
    '    "See [the *plan*](/a)"',
    '    "and `x = 1`"',
  ]);
  expect(details(el('p', block, 'Only words'))).not.toContain('Document:');
});
