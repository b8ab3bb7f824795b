/** A session that Playwright holds, and what stands behind it. */
interface Held {
  tabId: number;
  /** The browser's session of a frame or worker of its own; undefined for the tab itself. */
  session: string | undefined;
  targetId: string;
  /** The session that is told when it ends; undefined: the connection itself. */
  parent: string | undefined;
  /** The first session of a target hears everything; another one what it has enabled. */
  isAlias: boolean;
  enabled: Set<string>;
}

type Context = { context: { uniqueId: string } };
type Params = Record<string, unknown>;

/**
 * The sessions of a client. A tab's debugger has one session for each target, Playwright asks for more: those are
 * aliases, which share what is enabled and are told what they have missed.
 */
export class Sessions {
  readonly #held = new Map<string, Held>();
  readonly #browsers = new Set<string>();
  /** Contexts that live, by target. */
  readonly #contexts = new Map<string, Context[]>();
  #last = 0;

  addBrowser(): string {
    const id = this.#name('browser');
    this.#browsers.add(id);
    return id;
  }

  isBrowser(sessionId: string): boolean {
    return this.#browsers.has(sessionId);
  }

  addTab(tabId: number, targetId: string): string {
    const sessionId = this.#name('tab');
    this.#add(sessionId, { tabId, session: undefined, targetId, parent: undefined });
    return sessionId;
  }

  /** The first session of a tab. */
  ofTab(tabId: number): string | undefined {
    return this.#primary(tabId, undefined)?.[0];
  }

  /** A frame or worker with a process of its own: its session keeps the browser's name, which is unique. */
  addChild(tabId: number, around: string | undefined, params: Params): void {
    const sessionId = String(params.sessionId);
    const { targetId } = params.targetInfo as { targetId: string };
    this.#add(sessionId, { tabId, session: sessionId, targetId, parent: this.#primary(tabId, around)?.[0] });
  }

  /** Another session of a target. */
  addAlias(targetId: string, parent: string | undefined): string {
    const [, held] = [...this.#held].find(([, one]) => one.targetId === targetId) ?? [];
    if (!held) throw new Error('No target with given id found');
    const sessionId = this.#name('alias');
    this.#held.set(sessionId, { ...held, parent, isAlias: true, enabled: new Set() });
    return sessionId;
  }

  isAlias(sessionId: string): boolean {
    return this.#held.get(sessionId)?.isAlias ?? false;
  }

  targetOf(sessionId: string): Held | undefined {
    return this.#held.get(sessionId);
  }

  /** Throws for a session that has ended. */
  find(sessionId: string): Held {
    const held = this.#held.get(sessionId);
    if (!held) throw new Error('Session closed.');
    return held;
  }

  remove(sessionId: string): void {
    this.#held.delete(sessionId);
    this.#browsers.delete(sessionId);
  }

  /** Every session of a tab, aliases first, each to be told of to its parent. */
  removeTab(tabId: number): { sessionId: string; targetId: string; parent: string | undefined }[] {
    return this.#removeAll((held) => held.tabId === tabId);
  }

  /** The aliases of a frame or worker that has gone; itself without a word, for the browser tells of it. */
  removeChild(session: string): { sessionId: string; targetId: string; parent: string | undefined }[] {
    return this.#removeAll((held) => held.session === session).filter(
      ({ sessionId }) => sessionId !== session,
    );
  }

  /** Whether it was not enabled before in this session. */
  enable(sessionId: string, domain: string): boolean {
    const enabled = this.#held.get(sessionId)?.enabled;
    if (!enabled || enabled.has(domain)) return false;
    enabled.add(domain);
    return true;
  }

  /** Whether no other session of the target needs it any more. */
  disable(sessionId: string, domain: string): boolean {
    const held = this.find(sessionId);
    held.enabled.delete(domain);
    return !this.#of(held.tabId, held.session).some(([, other]) => other.enabled.has(domain));
  }

  /**
   * The sessions that hear an event of a target. A request that is held up waits for one answer: only who has asked for
   * it hears of it.
   */
  hearing(tabId: number, session: string | undefined, method: string): string[] {
    const domain = method.split('.', 1)[0] ?? '';
    return this.#of(tabId, session)
      .filter(([, { isAlias, enabled }]) => (!isAlias && domain !== 'Fetch') || enabled.has(domain))
      .map(([sessionId]) => sessionId);
  }

  contextsOf(sessionId: string): Params[] {
    const { tabId, session } = this.find(sessionId);
    return this.#contexts.get(keyOf(tabId, session)) ?? [];
  }

  /** Keeps the contexts of a target as its events tell of them. */
  note(tabId: number, session: string | undefined, method: string, params: Params): void {
    const key = keyOf(tabId, session);
    const known = this.#contexts.get(key) ?? [];
    if (method === 'Runtime.executionContextCreated') this.#contexts.set(key, [...known, params as Context]);
    else if (method === 'Runtime.executionContextsCleared') this.#contexts.delete(key);
    else if (method === 'Runtime.executionContextDestroyed')
      this.#contexts.set(
        key,
        known.filter(({ context }) => context.uniqueId !== params.executionContextUniqueId),
      );
  }

  #add(sessionId: string, held: Omit<Held, 'isAlias' | 'enabled'>): void {
    this.#held.set(sessionId, { ...held, isAlias: false, enabled: new Set() });
  }

  #removeAll(
    which: (held: Held) => boolean,
  ): { sessionId: string; targetId: string; parent: string | undefined }[] {
    const going = [...this.#held].filter(([, held]) => which(held));
    for (const [sessionId, { tabId, session }] of going) {
      this.#held.delete(sessionId);
      this.#contexts.delete(keyOf(tabId, session));
    }
    return going
      .sort(([, a], [, b]) => Number(b.isAlias) - Number(a.isAlias))
      .map(([sessionId, { targetId, parent }]) => ({ sessionId, targetId, parent }));
  }

  #of(tabId: number, session: string | undefined): [string, Held][] {
    return [...this.#held].filter(([, held]) => held.tabId === tabId && held.session === session);
  }

  #primary(tabId: number, session: string | undefined): [string, Held] | undefined {
    return this.#of(tabId, session).find(([, { isAlias }]) => !isAlias);
  }

  #name(kind: string): string {
    return `${kind}-${++this.#last}`;
  }
}

const keyOf = (tabId: number, session: string | undefined): string => `${tabId}/${session ?? ''}`;
