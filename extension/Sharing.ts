import { isAllowedCommand, isWebUrl } from '../packages/sightline/src/relay/isAllowedCommand.ts';
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
  /** Sends a message to the relay; dropped while there is none. */
  send(message: FromExtension): void;
  /** Called when stored state, or what the popup shows, has changed. */
  onChange(shares: Share[]): void;
}

/** `answers` resolves once the tab responds: a tab blocked by a dialog is left alone until its user closes that. */
interface AttachResult {
  ready: Promise<void>;
}

const PROTOCOL = '1.3';
const NOT_ATTACHED: AttachResult = { ready: Promise.resolve() };

/** The shared tabs, each with one client. The debugger is attached to a tab only while its client is connected. */
export class Sharing {
  readonly #shares = new Map<number, Share>();
  readonly #send: SharingOptions['send'];
  readonly #notifyChange: () => void;
  /** Attached tabs that respond, as reported to the relay. */
  readonly #announced = new Map<number, SharedTab>();
  readonly #announcing = new Map<string, Promise<void>>();
  /** Debugger operations of each tab, serialised: see `#inTurn`. */
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

  /** Whether the tab responds to its client. */
  isLive(tabId: number): boolean {
    return this.#announced.has(tabId);
  }

  /**
   * Shares a tab with a client, and no longer with any other. `consent`: the share that this one is derived from.
   * Throws with the reason if Chrome forbids it or the consent was revoked meanwhile.
   */
  async share(tabId: number, client: string, consent?: Share, openerTabId?: number): Promise<AttachResult> {
    const { pendingUrl, url } = await chrome.tabs.get(tabId);
    // A tab opened by a script has no URL before it navigates.
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

  /** Revokes a share at once and stores that; everything else comes after. */
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
   * Detaches from tabs of disconnected clients and attaches to those of connected ones. `epochs`: the attachments
   * the relay remembers, for a new connection; every tab is then reported.
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

  /** Runs a debugger command in a shared tab. Throws the debugger's error. */
  async runCommand({ tabId, sessionId, method, params }: TabCommand): Promise<object> {
    if (!this.#announced.has(tabId) || !isAllowedCommand(method, params))
      throw new Error('tab_closed: That tab is not shared.');
    if (method === 'Page.navigateToHistoryEntry') await assertWebEntry(tabId, params);
    const result = await chrome.debugger.sendCommand(
      { tabId, sessionId },
      method,
      params as Record<string, unknown>,
    );
    if (method === 'Runtime.enable' && sessionId === undefined)
      void startHeartbeat(tabId).catch(() => undefined);
    return result ?? {};
  }

  /** Opens a tab for a client beside the tabs shared with it; without any of those there is no consent. */
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

  /** A tab opened by a shared page is shared too; a tab opened by its user is not. */
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
   * Navigation resets the badge, and may make a tab readable that was on a page of Chrome's own or between two
   * pages.
   */
  async onUpdated(tabId: number, url: string | undefined): Promise<void> {
    const share = this.#shares.get(tabId);
    if (!share) return;
    if (!this.isLive(tabId) && isReadable(url)) await this.#attach(share);
    this.#refresh(tabId);
  }

  /** Cancel on Chrome's debugging notice revokes the share; a page of Chrome's own only interrupts it. */
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

  /** Whether the debugger should be attached to the tab. */
  #isWanted(share: Share): boolean {
    return this.#isShared(share) && this.#clients.has(share.client);
  }

  /**
   * Serialises operations of a tab: sharing, loading events and revoking may overlap, and a rejected second attach
   * would undo the first.
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

  /** If it is still wanted. */
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
    // Keeps a background tab rendering and its timers running while its user looks at another tab.
    await chrome.debugger.sendCommand({ tabId }, 'Emulation.setFocusEmulationEnabled', { enabled: true });
    const tab = await describeTab(share);
    if (!tab || !this.#isShared(share) || share.epoch !== epoch) return;
    this.#announced.set(tabId, tab);
    this.#send({ type: 'tab', tab });
    this.#notifyChange();
  }

  /** Whether a tab attached before the service worker slept still is. */
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
 * Attaches the debugger; returns whether it is attached. A refusal may mean that it is already: a service worker
 * can be stopped before it has stored that.
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

/** A tab may have been elsewhere before it was shared. */
async function assertWebEntry(tabId: number, { entryId }: { entryId?: unknown } = {}): Promise<void> {
  const history = await chrome.debugger.sendCommand({ tabId }, 'Page.getNavigationHistory');
  const { entries } = history as { entries: { id: number; url: string }[] };
  if (!isWebUrl(entries.find(({ id }) => id === entryId)?.url))
    throw new Error('blocked_url: The extension opens web pages only.');
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

/** A request that a blocked page answers too. */
function isAttached(tabId: number): Promise<boolean> {
  return chrome.debugger.sendCommand({ tabId }, 'Target.setDiscoverTargets', { discover: false }).then(
    () => true,
    (error) => !/not attached/i.test(String(error)),
  );
}
