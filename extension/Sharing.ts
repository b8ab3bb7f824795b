import { isAllowedCommand } from '../packages/sightline/src/relay/isAllowedCommand.ts';
import type {
  FromExtension,
  SharedTab,
  TabCommand,
  TabGoneMessage,
} from '../packages/sightline/src/relay/protocol.ts';
import { showBadge } from './badge.ts';
import { startHeartbeat } from './heartbeat.ts';
import { isReadable } from './isReadable.ts';
import { Openings } from './Openings.ts';
import type { Share } from './Store.ts';

export interface SharingOptions {
  shares: Share[];
  /** Tells the relay; it is lost while there is none. */
  send(message: FromExtension): void;
  /** Whenever anything has changed that is kept, or shown in the popup. */
  onChange(shares: Share[]): void;
}

/** `answers` resolves once the tab does: one that a dialog blocks is left alone until its user has closed that. */
interface AttachResult {
  ready: Promise<void>;
}

const PROTOCOL = '1.3';
const NOT_ATTACHED: AttachResult = { ready: Promise.resolve() };

/**
 * The tabs that are shared, each with one client. The debugger is attached to a tab for as long as its client is
 * connected, and to no other tab.
 */
export class Sharing {
  readonly #shares = new Map<number, Share>();
  readonly #send: SharingOptions['send'];
  readonly #notifyChange: () => void;
  /** Tabs that answer: what the relay knows. */
  readonly #announced = new Map<number, SharedTab>();
  readonly #announcing = new Map<string, Promise<void>>();
  /** What is done with the debugger of a tab, one after the other: see `#inTurn`. */
  readonly #queues = new Map<number, Promise<unknown>>();
  readonly #openings = new Openings();
  #clients: ReadonlySet<string> = new Set();

  constructor({ shares, send, onChange }: SharingOptions) {
    for (const share of shares) this.#shares.set(share.tabId, share);
    this.#send = send;
    this.#notifyChange = () => onChange(this.list());
  }

  list(): Share[] {
    return [...this.#shares.values()];
  }

  get clients(): string[] {
    return [...this.#clients];
  }

  /** Whether the tab answers its client. */
  isLive(tabId: number): boolean {
    return this.#announced.has(tabId);
  }

  /**
   * Shares a tab with a client, which takes it from any other. `consent`: the share that this one follows from. Throws
   * with the reason where Chrome forbids it, and where the consent has been taken back meanwhile.
   */
  async share(tabId: number, client: string, consent?: Share, openerTabId?: number): Promise<AttachResult> {
    const { pendingUrl, url } = await chrome.tabs.get(tabId);
    // A tab that a script has opened has no address before it goes anywhere.
    if (!isReadable(pendingUrl || url || 'about:blank'))
      throw new Error('Chrome lets no extension into this page.');
    if (consent && !this.#isShared(consent)) throw new Error('tab_closed: That tab is not shared any more.');
    const share = { tabId, client, openerTabId };
    const previous = this.#shares.get(tabId);
    this.#shares.set(tabId, share);
    if (previous) await this.#detach(previous, 'taken');
    const attached = await this.#attach(share);
    this.#refresh(tabId);
    return attached;
  }

  /** What is taken back is so at once, and kept so: whatever else there is to do comes after. */
  async revoke(tabId: number): Promise<void> {
    const share = this.#shares.get(tabId);
    if (!share) return;
    this.#shares.delete(tabId);
    this.#refresh(tabId);
    await this.#detach(share, 'taken');
    this.#notifyChange();
  }

  async revokeAll(): Promise<void> {
    await Promise.all(this.list().map(({ tabId }) => this.revoke(tabId)));
  }

  /**
   * Lets go of the tabs of clients that have left, and takes hold of those of clients that are there. `epochs`: the
   * attachments that the relay remembers, when the connection is new; it is told of every tab then.
   */
  async setClients(names: readonly string[], epochs?: readonly string[]): Promise<void> {
    this.#clients = new Set(names);
    for (const share of this.list()) {
      const isStale = epochs !== undefined && !epochs.includes(share.epoch ?? '');
      if (share.epoch !== undefined && (isStale || !this.#clients.has(share.client)))
        await this.#detach(share);
    }
    await Promise.all(this.list().map((share) => this.#resume(share)));
    if (epochs) this.#send({ type: 'tabs', tabs: [...this.#announced.values()] });
    for (const share of this.list()) if (share.epoch === undefined) await this.#attach(share);
    this.#notifyChange();
  }

  /** Runs a command in a shared tab. Throws with what the debugger says. */
  async runCommand({ tabId, sessionId, method, params }: TabCommand): Promise<object> {
    if (!this.#announced.has(tabId) || !isAllowedCommand(method, params))
      throw new Error('tab_closed: That tab is not shared.');
    const result = await chrome.debugger.sendCommand(
      { tabId, sessionId },
      method,
      params as Record<string, unknown>,
    );
    if (method === 'Runtime.enable' && sessionId === undefined)
      void startHeartbeat(tabId).catch(() => undefined);
    return result ?? {};
  }

  /** A tab of a client's own, opened beside the tabs that are shared with it; without any, there is no consent to it. */
  async openTab(client: string): Promise<number> {
    const sibling = this.list().findLast((share) => share.client === client && this.isLive(share.tabId));
    if (!sibling) throw new Error('tab_closed: That client has no shared tab to open another one from.');
    const { windowId } = await chrome.tabs.get(sibling.tabId);
    const { id } = await chrome.tabs.create({ url: 'about:blank', windowId });
    if (id === undefined) throw new Error('tab_closed: That tab was not opened.');
    const { ready } = await this.share(id, client, sibling);
    await ready;
    if (!this.isLive(id)) throw new Error('tab_closed: The tab was opened, but does not answer.');
    return id;
  }

  /** A tab that the page of a shared one has opened is shared too; one that its user has opened there is not. */
  async onCreated({ id: tabId, openerTabId, pendingUrl, url = '' }: chrome.tabs.Tab): Promise<void> {
    if (tabId === undefined || openerTabId === undefined || !this.#shares.has(openerTabId)) return;
    const created = { tabId, openerTabId, url: pendingUrl || url };
    if (this.#openings.onCreated(created, Date.now())) await this.#shareOpened(tabId, openerTabId);
  }

  async onWindowOpen(openerTabId: number, url: string): Promise<void> {
    const tabId = this.#openings.onRequested(openerTabId, url, Date.now());
    if (tabId !== undefined) await this.#shareOpened(tabId, openerTabId);
  }

  /**
   * After a navigation the badge is to be set again, and a tab can be read again that was on a page of Chrome's own, or
   * that was asked while it went from one page to another.
   */
  async onUpdated(tabId: number, url: string | undefined): Promise<void> {
    const share = this.#shares.get(tabId);
    if (!share) return;
    if (!this.isLive(tabId) && isReadable(url)) await this.#attach(share);
    this.#refresh(tabId);
  }

  /** The user's Cancel on Chrome's own notice takes back the sharing; a page of Chrome's own only interrupts it. */
  onDetached(tabId: number, reason: string): void {
    const share = this.#shares.get(tabId);
    if (!share) return;
    share.epoch = undefined;
    if (reason === 'canceled_by_user') this.#shares.delete(tabId);
    this.#withdraw(tabId, reason === 'canceled_by_user' ? 'taken' : 'unsupported');
    this.#refresh(tabId);
  }

  onRemoved(tabId: number): void {
    if (!this.#shares.delete(tabId)) return;
    this.#withdraw(tabId, 'closed');
    this.#notifyChange();
  }

  async #shareOpened(tabId: number, openerTabId: number): Promise<void> {
    const opener = this.#shares.get(openerTabId);
    if (opener && !this.#shares.has(tabId)) await this.share(tabId, opener.client, opener, openerTabId);
  }

  #isShared(share: Share): boolean {
    return this.#shares.get(share.tabId) === share;
  }

  /** Whether the debugger has any business in its tab. */
  #isWanted(share: Share): boolean {
    return this.#isShared(share) && this.#clients.has(share.client);
  }

  /**
   * One after the other in each tab: it is shared while Chrome tells of its loading and each is a reason to attach, or
   * taken back while that is under way. What is refused to the second would undo what the first was granted.
   */
  #enqueue<T>(tabId: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(tabId) ?? Promise.resolve()).then(work);
    const end = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#queues.get(tabId) === end) this.#queues.delete(tabId);
      });
    this.#queues.set(tabId, end);
    return turn;
  }

  /** Where that is wanted still. */
  #attach(share: Share): Promise<AttachResult> {
    return this.#enqueue(share.tabId, async () => {
      if (share.epoch === undefined && this.#isWanted(share) && (await attach(share.tabId)))
        share.epoch = crypto.randomUUID();
      if (share.epoch === undefined) return NOT_ATTACHED;
      if (this.#isWanted(share)) return { ready: this.#announceOnce(share, share.epoch) };
      share.epoch = undefined;
      await detach(share.tabId);
      return NOT_ATTACHED;
    });
  }

  #announceOnce(share: Share, epoch: string): Promise<void> {
    if (this.isLive(share.tabId)) return Promise.resolve();
    const pending = this.#announcing.get(epoch);
    if (pending) return pending;
    const announcing = this.#announce(share, epoch)
      .catch(() => undefined)
      .finally(() => this.#announcing.delete(epoch));
    this.#announcing.set(epoch, announcing);
    return announcing;
  }

  async #announce(share: Share, epoch: string): Promise<void> {
    const { tabId } = share;
    await chrome.debugger.sendCommand({ tabId }, 'Runtime.evaluate', { expression: '0' });
    // Its client works in it while its user looks at another tab: it is drawn there too, and its timers go on.
    await chrome.debugger.sendCommand({ tabId }, 'Emulation.setFocusEmulationEnabled', { enabled: true });
    const tab = await describeTab(share);
    if (!tab || !this.#isShared(share) || share.epoch !== epoch) return;
    this.#announced.set(tabId, tab);
    this.#send({ type: 'tab', tab });
    this.#notifyChange();
  }

  /** Whether what was attached before the service worker slept still is. */
  async #resume(share: Share): Promise<void> {
    const { tabId, epoch } = share;
    if (epoch === undefined) return;
    const tab = await describeTab(share);
    const isStillAttached = tab !== undefined && (await isAttached(tabId));
    if (!this.#isShared(share) || share.epoch !== epoch) return;
    if (isStillAttached) this.#announced.set(tabId, tab);
    else share.epoch = undefined;
    if (!isStillAttached) this.#withdraw(tabId);
  }

  async #detach(share: Share, reason?: TabGoneMessage['why']): Promise<void> {
    const { tabId, epoch } = share;
    share.epoch = undefined;
    this.#withdraw(tabId, reason);
    if (epoch !== undefined) await this.#enqueue(tabId, () => detach(tabId));
  }

  #withdraw(tabId: number, reason?: TabGoneMessage['why']): void {
    if (this.#announced.delete(tabId)) this.#send({ type: 'gone', tabId, why: reason });
  }

  #refresh(tabId: number): void {
    showBadge(tabId, this.#shares.get(tabId)?.client);
    this.#notifyChange();
  }
}

/**
 * Whether the debugger is attached by now. Where it is refused, it may be there from before: a service worker can be
 * stopped before it has noted that.
 */
async function attach(tabId: number): Promise<boolean> {
  const tryOnce = () =>
    chrome.debugger.attach({ tabId }, PROTOCOL).then(
      () => true,
      () => false,
    );
  if (await tryOnce()) return true;
  await detach(tabId);
  return tryOnce();
}

function detach(tabId: number): Promise<void> {
  return chrome.debugger.detach({ tabId }).catch(() => undefined);
}

async function describeTab({ tabId, client, epoch, openerTabId }: Share): Promise<SharedTab | undefined> {
  const targets = await chrome.debugger.getTargets();
  const target = targets.find((one) => one.tabId === tabId && one.type === 'page');
  if (!target || epoch === undefined) return undefined;
  return { tabId, client, epoch, openerTabId, targetId: target.id, url: target.url, title: target.title };
}

/** Asks for something that a blocked page answers too. */
function isAttached(tabId: number): Promise<boolean> {
  return chrome.debugger.sendCommand({ tabId }, 'Target.setDiscoverTargets', { discover: false }).then(
    () => true,
    (error) => !/not attached/i.test(String(error)),
  );
}
