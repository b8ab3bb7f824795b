import { describe, expect, test } from 'vitest';
import { renderFlat } from '../../packages/sightline/src/render/renderOutline.ts';
import { RefRegistry } from '../../packages/sightline/src/session/refs/RefRegistry.ts';
import { el, snapshotOf } from '../support/page.ts';
import { sceneFrom } from '../support/show.ts';

describe('a session that sees page after page', () => {
  const buttons = Array.from({ length: 100 }, (_, i) => el('button', { name: `Button ${i}` }));

  /** Shows a document of 100 buttons, and answers what is shown of it. */
  function open(numbers: RefRegistry, key: string): string {
    const snapshot = snapshotOf(buttons);
    for (const document of snapshot.documents) document.key = key;
    return renderFlat(sceneFrom(snapshot, {}, undefined, numbers).scene).text;
  }

  function openMany(numbers: RefRegistry, count: number, name = 'page'): void {
    for (let i = 0; i < count; i++) open(numbers, `${name} ${i}`);
  }

  test('forgets those that it left long ago, and gives none of their numbers again', () => {
    const numbers = new RefRegistry();
    open(numbers, 'first');
    expect(numbers.entryForRef(100)).toBeDefined();
    openMany(numbers, 80);
    expect([numbers.entryForRef(1), numbers.wasAssigned(1), numbers.wasAssigned(100_000)]).toEqual([
      undefined,
      true,
      false,
    ]);
    expect(open(numbers, 'last')).toContain('[8101]');
    expect(numbers.entryForRef(8_101)?.document).toBe('last');
    expect(numbers.entryForRef(8_000)?.document).toBe('page 78');
  });

  test('keeps as much after many pages as after a few', () => {
    const numbers = new RefRegistry();
    openMany(numbers, 15);
    const { size } = numbers;
    expect(size).toEqual({ elements: 1_200, fingerprintOnly: 600 });
    openMany(numbers, 60, 'another');
    expect(numbers.size).toEqual(size);
  });

  test('knows the elements of the pages that it may go back to', () => {
    const numbers = new RefRegistry();
    open(numbers, 'first');
    openMany(numbers, 11);
    expect(numbers.entryForRef(1)?.lastShown.identifiedBy).toBeDefined();
    expect(open(numbers, 'first')).toContain('[1]');
    openMany(numbers, 11, 'another');
    expect(numbers.entryForRef(1)?.document).toBe('first');
  });

  test('keeps the numbers of a document that another tab holds, until it is left', () => {
    let held = ['in another tab'];
    const numbers = new RefRegistry(() => held);
    open(numbers, 'in another tab');
    openMany(numbers, 30);
    expect(numbers.entryForRef(1)?.lastShown.identifiedBy).toBeDefined();
    expect(open(numbers, 'in another tab')).toContain('[1]');
    held = [];
    openMany(numbers, 30, 'another');
    expect(numbers.entryForRef(1)).toBeUndefined();
  });
});
