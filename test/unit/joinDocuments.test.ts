import { describe, expect, test } from 'vitest';
import type { FrameCapture, FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';
import { type ChildFrame, joinDocuments } from '../../packages/sightline/src/browser/frames/joinDocuments.ts';
import { type DocumentSnapshot, Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';

/** A document of one html row and a row for each frame: its id, and whether it is rendered. */
function capture(key: string, frames: [number, 'rendered' | 'hidden'][] = []): FrameCapture {
  const rows = {
    up: [0, ...frames.map((_, i) => i + 1)],
    tag: [1, ...frames.map(() => 2)],
    id: [1, ...frames.map(([id]) => id)],
    flags: [Flag.Box, ...frames.map(([, how]) => (how === 'rendered' ? Flag.Box : Flag.DisplayNone))],
  };
  const url = `https://${key}.example/`;
  const document = { key, url, strings: ['', 'html', 'iframe'], rows } as unknown as DocumentSnapshot;
  return {
    frameId: `frame ${key}`,
    target: {} as FrameTarget,
    document,
    timing: {},
    listeners: 0,
    nodes: 0,
    holdsSecrets: false,
  };
}

function child(capture: FrameCapture, parent: string, id: number): ChildFrame {
  return { frameId: capture.frameId, owner: { frameId: `frame ${parent}`, id }, capture, isLoaded: true };
}

function keysOf(main: FrameCapture, children: ChildFrame[]): string[] {
  return joinDocuments(main, children).documents.map(({ key }) => key);
}

describe('joinDocuments', () => {
  test('parents come before children, each with its owner', () => {
    const outer = capture('b', [[7, 'rendered']]);
    const main = capture('a', [[5, 'rendered']]);
    const { documents, placements } = joinDocuments(main, [
      child(capture('c'), 'b', 7),
      child(outer, 'a', 5),
    ]);
    expect(documents.map(({ key, owner }) => [key, owner?.document, owner?.id])).toEqual([
      ['a', undefined, undefined],
      ['b', 'a', 5],
      ['c', 'b', 7],
    ]);
    expect(placements.get('c')).toEqual({ parentKey: 'b', ownerId: 7, hasFrameLocator: true });
  });

  test('a frame that is not rendered is left out with all below it', () => {
    const hidden = capture('b', [[7, 'rendered']]);
    const main = capture('a', [[5, 'hidden']]);
    expect(keysOf(main, [child(hidden, 'a', 5), child(capture('c'), 'b', 7)])).toEqual(['a']);
    expect((main.document.rows.flags[1] as number) & Flag.Unreadable).toBe(0);
  });

  test('a rendered frame without a document is flagged as unreadable', () => {
    const main = capture('a', [
      [5, 'rendered'],
      [6, 'rendered'],
    ]);
    const unread: ChildFrame = {
      frameId: 'x',
      owner: { frameId: 'frame a', id: 5 },
      capture: undefined,
      isLoaded: true,
    };
    joinDocuments(main, [unread, child(capture('b'), 'a', 6)]);
    expect(main.document.rows.flags.map((flags) => flags & Flag.Unreadable)).toEqual([0, Flag.Unreadable, 0]);
  });

  test("one that shows the browser's own error page is too", () => {
    const main = capture('a', [[5, 'rendered']]);
    const refused = capture('b');
    refused.document.url = 'chrome-error://chromewebdata/';
    expect(keysOf(main, [child(refused, 'a', 5)])).toEqual(['a']);
    expect((main.document.rows.flags[1] as number) & Flag.Unreadable).toBe(Flag.Unreadable);
  });
});
