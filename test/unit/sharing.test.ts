import { afterEach, describe, expect, it, vi } from 'vitest';
import { Link } from '../../extension/Link.ts';
import { Sharing } from '../../extension/Sharing.ts';
import type { Share } from '../../extension/Store.ts';
import type { FromExtension } from '../../packages/sightline/src/relay/protocol.ts';
import { FakeChrome } from '../support/FakeChrome.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What the worker has kept, and what the relay gets. */
function begin(shares: Share[] = []): { sharing: Sharing; sent: FromExtension[] } {
  const sent: FromExtension[] = [];
  const sharing = new Sharing({ shares, send: (message) => sent.push(message), onChange: () => undefined });
  return { sharing, sent };
}

/** Tab 1 is shared with A, which is connected. */
async function beginShared(): Promise<{ sharing: Sharing; sent: FromExtension[] }> {
  const begun = begin();
  await begun.sharing.setClients(['A']);
  await (await begun.sharing.share(1, 'A')).ready;
  return begun;
}

/** Tab 1 is shared with A, and taken back while it is being attached, which `release` lets happen. */
async function beginTakenBack(): Promise<{
  chrome: FakeChrome;
  sharing: Sharing;
  release: () => void;
  both: Promise<unknown>;
}> {
  const chrome = new FakeChrome(1);
  const { sharing } = begin();
  await sharing.setClients(['A']);
  const release = chrome.hold('attach');
  const shared = sharing.share(1, 'A');
  await settle();
  return { chrome, sharing, release, both: Promise.all([shared, sharing.revoke(1)]) };
}

/** Whatever waits for nothing but itself is done by then. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('what its user takes back is let go of', () => {
  it('while it is being attached', async () => {
    const { chrome, sharing, release, both } = await beginTakenBack();
    release();
    await both;
    await settle();
    expect({ attached: [...chrome.attached], live: sharing.isLive(1) }).toEqual({
      attached: [],
      live: false,
    });
  });

  it('while other tabs of a client that has come are attached', async () => {
    const chrome = new FakeChrome(2);
    const { sharing } = begin([1, 2].map((tabId) => ({ tabId, client: 'A' })));
    const release = chrome.hold('attach');
    const coming = sharing.setClients(['A']);
    await settle();
    await sharing.revoke(2);
    release();
    await coming;
    expect([...chrome.attached]).toEqual([1]);
  });

  it('while the worker finds out what it held before it slept', async () => {
    const chrome = new FakeChrome(1);
    chrome.attached.add(1);
    const { sharing, sent } = begin([{ tabId: 1, client: 'A', epoch: 'e' }]);
    const release = chrome.hold('getTargets');
    const resuming = sharing.setClients(['A'], ['e']);
    const revoked = sharing.revoke(1);
    release();
    await Promise.all([resuming, revoked]);
    expect({ attached: [...chrome.attached], live: sharing.isLive(1) }).toEqual({
      attached: [],
      live: false,
    });
    expect(sent).toEqual([{ type: 'tabs', tabs: [] }]);
  });

  it('while its client opens a tab beside it', async () => {
    const chrome = new FakeChrome(1);
    const { sharing } = await beginShared();
    const release = chrome.hold('create');
    const opening = sharing.openTab('A').catch(({ message }) => message);
    await settle();
    await sharing.revokeAll();
    release();
    expect(await opening).toContain('not shared any more');
    expect([...chrome.attached]).toEqual([]);
    expect(sharing.list()).toEqual([]);
  });

  it('and says so: it is not the same as a tab that is closed', async () => {
    new FakeChrome(1);
    for (const end of ['revoke', 'cancel', 'close']) {
      const { sharing, sent } = await beginShared();
      if (end === 'revoke') await sharing.revoke(1);
      if (end === 'cancel') sharing.onDetached(1, 'canceled_by_user');
      if (end === 'close') sharing.onRemoved(1);
      const why = end === 'close' ? 'closed' : 'taken';
      expect(sent.at(-1)).toEqual({ type: 'gone', tabId: 1, why });
      expect(sharing.list()).toEqual([]);
      if (end !== 'revoke') await chrome.debugger.detach({ tabId: 1 });
    }
  });
});

describe('what is shared is reached', () => {
  it('when it was taken back while it was being attached, and is shared again', async () => {
    const { chrome, sharing, release, both } = await beginTakenBack();
    const again = sharing.share(1, 'A');
    await settle();
    release();
    await both;
    await (await again).ready;
    expect({ attached: [...chrome.attached], live: sharing.isLive(1) }).toEqual({
      attached: [1],
      live: true,
    });
  });

  it('when the worker was stopped before it had noted that it is attached', async () => {
    const chrome = new FakeChrome(1);
    chrome.attached.add(1);
    const { sharing } = begin([{ tabId: 1, client: 'A' }]);
    await sharing.setClients(['A'], []);
    await expect.poll(() => sharing.isLive(1)).toBe(true);
  });

  it('when it went to another page just when it was asked whether it answers', async () => {
    const chrome = new FakeChrome(1);
    chrome.failing.add('Runtime.evaluate');
    const { sharing } = await beginShared();
    expect(sharing.isLive(1)).toBe(false);
    await sharing.onUpdated(1, 'https://a.test/two');
    await expect.poll(() => sharing.isLive(1)).toBe(true);
  });

  it('when its client has left while it was being attached, and comes again', async () => {
    const chrome = new FakeChrome(1);
    const { sharing, sent } = begin();
    await sharing.setClients(['A']);
    const release = chrome.hold('attach');
    const shared = sharing.share(1, 'A');
    await settle();
    const left = sharing.setClients([]);
    await settle();
    release();
    await Promise.all([shared, left]);
    await settle();
    expect([...chrome.attached]).toEqual([]);
    await sharing.setClients(['A']);
    await expect.poll(() => sent.at(-1)?.type).toBe('tab');
  });
});

it('holds nobody connected once the relay has been gone for a while, however often it is tried', () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'WebSocket',
    class {
      onclose: (event: { code: number }) => void = () => undefined;
      constructor() {
        setTimeout(() => this.onclose({ code: 1006 }), 1);
      }
      close(): void {}
    },
  );
  const link = new Link({ port: 1, path: 'p', secret: 's' });
  let lapses = 0;
  link.onlapse = () => {
    lapses++;
  };
  link.open();
  vi.advanceTimersByTime(9_000);
  expect(lapses).toBe(0);
  vi.advanceTimersByTime(20_000);
  expect(lapses).toBe(1);
  link.close();
});
