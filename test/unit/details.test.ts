import { expect, test } from 'vitest';
import { PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import { elementDetails } from '../../packages/sightline/src/search/elements/elementDetails.ts';
import { LookHistory } from '../../packages/sightline/src/session/LookHistory.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { el, snapshotOf } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

test('details tell the beginning and the length of a long value, and the data has all of it', () => {
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

test('a question about another document than the last look asks for no change since', () => {
  const cache = new PageStateCache();
  const history = new LookHistory(cache);
  const [looked, same, other] = [
    snapshotOf(['one'], { key: 'a' }),
    snapshotOf(['two'], { key: 'a' }),
    snapshotOf(['two'], { key: 'b' }),
  ] as const;
  history.record(looked, {}, cache.get(looked, {}).baseline, true);
  history.noteQuery(same);
  expect([history.hasChanged(), history.isOtherPage()]).toEqual([true, false]);
  history.noteQuery(other);
  expect(history.isOtherPage()).toBe(true);
});
