import { expect, test } from 'vitest';
import type { ActionContext } from '../../packages/sightline/src/actions/ActionContext.ts';
import { findFocused, keyReceiver } from '../../packages/sightline/src/actions/focusedField.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';

test('keys go to a field, to a page, or to what cannot be read', () => {
  const node = (tag: string): PageNode => ({ tag, has: () => true }) as unknown as PageNode;
  const [field, read, unread, plugin] = [node('input'), node('iframe'), node('iframe'), node('embed')];
  const nodes = [field, read, unread, plugin];
  const context = {
    visibility: { page: { nodes, documents: [{ owner: undefined }, { owner: read }] } },
  } as unknown as ActionContext;
  const receivers = [undefined, ...nodes].map((one) => keyReceiver(context, one));
  expect(receivers).toEqual(['nothing', 'field', 'nothing', 'unknown', 'unknown']);
  expect(findFocused(context)).toBe(plugin);
});
