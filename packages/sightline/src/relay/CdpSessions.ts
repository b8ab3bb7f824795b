/** A session that Playwright holds, and what stands behind it. */
interface CdpSession {
  tabId: number;
  /** The browser's session of a frame or worker of its own; undefined for the tab itself. */
  targetSessionId: string | undefined;
  targetId: string;
  /** The session that is notified when it ends; undefined: the connection itself. */
  parent: string | undefined;
  /** The first session of a target receives every event; another one what it has enabled. */
  isAlias: boolean;
  enabled: Set<string>;
}

type Context = { context: { uniqueId: string } };
type Params = Record<string, unknown>;

/**
 * The sessions of a client. A tab's debugger has one session for each target, Playwright asks for more: those are
 * aliases, which share what is enabled and are sent what they have missed.
 */
export class CdpSessions {
  readonly #sessions = new Map<string, CdpSession>();
  readonly #browserSessions = new Set<string>();
  /** Contexts that live, by target. */
  readonly #contexts = new Map<string, Context[]>();
  #last = 0;

  addBrowser(): string {
    const id = this.#createId('browser');
    this.#browserSessions.add(id);
    return id;
  }

  isBrowser(sessionId: string): boolean {
    return this.#browserSessions.has(sessionId);
  }

  addTab(tabId: number, targetId: string): string {
    const sessionId = this.#createId('tab');
    this.#add(sessionId, { tabId, targetSessionId: undefined, targetId, parent: undefined });
    return sessionId;
  }

  /** The first session of a tab. */
  primarySessionOf(tabId: number): string | undefined {
    return this.#primaryEntry(tabId, undefined)?.[0];
  }

  /** A frame or worker with a process of its own: its session keeps the browser's name, which is unique. */
  addChild(tabId: number, parentSessionId: string | undefined, params: Params): void {
    const sessionId = String(params.sessionId);
    const { targetId } = params.targetInfo as { targetId: string };
    this.#add(sessionId, {
      tabId,
      targetSessionId: sessionId,
      targetId,
      parent: this.#primaryEntry(tabId, parentSessionId)?.[0],
    });
  }

  /** Another session of a target. */
  addAlias(targetId: string, parent: string | undefined): string {
    const [, entry] = [...this.#sessions].find(([, one]) => one.targetId === targetId) ?? [];
    if (!entry) throw new Error('No target with given id found');
    const sessionId = this.#createId('alias');
    this.#sessions.set(sessionId, { ...entry, parent, isAlias: true, enabled: new Set() });
    return sessionId;
  }

  isAlias(sessionId: string): boolean {
    return this.#sessions.get(sessionId)?.isAlias ?? false;
  }

  findSession(sessionId: string): CdpSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** Throws for a session that has ended. */
  requireSession(sessionId: string): CdpSession {
    const entry = this.#sessions.get(sessionId);
    if (!entry) throw new Error('Session closed.');
    return entry;
  }

  remove(sessionId: string): void {
    this.#sessions.delete(sessionId);
    this.#browserSessions.delete(sessionId);
  }

  /** Every session of a tab, aliases first, each to be reported to its parent. */
  removeTab(tabId: number): { sessionId: string; targetId: string; parent: string | undefined }[] {
    return this.#removeAll((entry) => entry.tabId === tabId);
  }

  /** The aliases of a frame or worker that is gone; not itself, which the browser reports. */
  removeChild(
    targetSessionId: string,
  ): { sessionId: string; targetId: string; parent: string | undefined }[] {
    return this.#removeAll((entry) => entry.targetSessionId === targetSessionId).filter(
      ({ sessionId }) => sessionId !== targetSessionId,
    );
  }

  /** Whether it was not enabled before in this session. */
  enable(sessionId: string, domain: string): boolean {
    const enabled = this.#sessions.get(sessionId)?.enabled;
    if (!enabled || enabled.has(domain)) return false;
    enabled.add(domain);
    return true;
  }

  /** Whether no other session of the target needs it any more. */
  disable(sessionId: string, domain: string): boolean {
    const entry = this.requireSession(sessionId);
    entry.enabled.delete(domain);
    return !this.#sessionsOf(entry.tabId, entry.targetSessionId).some(([, other]) =>
      other.enabled.has(domain),
    );
  }

  /**
   * The sessions that receive an event of a target. A paused request waits for one answer: only the session that asked
   * for it receives it.
   */
  subscribersOf(tabId: number, targetSessionId: string | undefined, method: string): string[] {
    const domain = method.split('.', 1)[0] ?? '';
    return this.#sessionsOf(tabId, targetSessionId)
      .filter(([, { isAlias, enabled }]) => (!isAlias && domain !== 'Fetch') || enabled.has(domain))
      .map(([sessionId]) => sessionId);
  }

  contextsOf(sessionId: string): Params[] {
    const { tabId, targetSessionId } = this.requireSession(sessionId);
    return this.#contexts.get(targetKey(tabId, targetSessionId)) ?? [];
  }

  /** Tracks the contexts of a target by its events. */
  trackContexts(tabId: number, targetSessionId: string | undefined, method: string, params: Params): void {
    const key = targetKey(tabId, targetSessionId);
    const liveContexts = this.#contexts.get(key) ?? [];
    if (method === 'Runtime.executionContextCreated')
      this.#contexts.set(key, [...liveContexts, params as Context]);
    else if (method === 'Runtime.executionContextsCleared') this.#contexts.delete(key);
    else if (method === 'Runtime.executionContextDestroyed')
      this.#contexts.set(
        key,
        liveContexts.filter(({ context }) => context.uniqueId !== params.executionContextUniqueId),
      );
  }

  #add(sessionId: string, entry: Omit<CdpSession, 'isAlias' | 'enabled'>): void {
    this.#sessions.set(sessionId, { ...entry, isAlias: false, enabled: new Set() });
  }

  #removeAll(
    matches: (entry: CdpSession) => boolean,
  ): { sessionId: string; targetId: string; parent: string | undefined }[] {
    const removed = [...this.#sessions].filter(([, entry]) => matches(entry));
    for (const [sessionId, { tabId, targetSessionId }] of removed) {
      this.#sessions.delete(sessionId);
      this.#contexts.delete(targetKey(tabId, targetSessionId));
    }
    return removed
      .sort(([, a], [, b]) => Number(b.isAlias) - Number(a.isAlias))
      .map(([sessionId, { targetId, parent }]) => ({ sessionId, targetId, parent }));
  }

  #sessionsOf(tabId: number, targetSessionId: string | undefined): [string, CdpSession][] {
    return [...this.#sessions].filter(
      ([, entry]) => entry.tabId === tabId && entry.targetSessionId === targetSessionId,
    );
  }

  #primaryEntry(tabId: number, targetSessionId: string | undefined): [string, CdpSession] | undefined {
    return this.#sessionsOf(tabId, targetSessionId).find(([, { isAlias }]) => !isAlias);
  }

  #createId(kind: string): string {
    return `${kind}-${++this.#last}`;
  }
}

const targetKey = (tabId: number, targetSessionId: string | undefined): string =>
  `${tabId}/${targetSessionId ?? ''}`;
