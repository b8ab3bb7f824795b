import { vi } from 'vitest';

type Asked = 'attach' | 'detach' | 'sendCommand' | 'getTargets' | 'get' | 'create';

/** What the extension's `Sharing` asks of Chrome, with answers that can be held up. */
export class FakeChrome {
  /** Tabs that the debugger is attached to. */
  readonly attached = new Set<number>();
  /** Commands that fail once, by method. */
  readonly failing = new Set<string>();
  readonly #held = new Map<Asked, Promise<void>>();
  #tabs: number;

  constructor(tabs: number) {
    this.#tabs = tabs;
    const resolved = (): Promise<void> => Promise.resolve();
    vi.stubGlobal('chrome', {
      debugger: {
        attach: ({ tabId }: Of) => this.#answer('attach', () => this.#attach(tabId)),
        detach: ({ tabId }: Of) => this.#answer('detach', () => this.#detach(tabId)),
        sendCommand: ({ tabId }: Of, method: string) =>
          this.#answer('sendCommand', () => this.#send(tabId, method)),
        getTargets: () =>
          this.#answer('getTargets', () => Array.from({ length: this.#tabs }, (_, i) => targetOf(i + 1))),
      },
      tabs: {
        get: (id: number) => this.#answer('get', () => ({ id, url: 'https://a.test/', windowId: 1 })),
        create: () => this.#answer('create', () => ({ id: ++this.#tabs })),
      },
      action: { setBadgeText: resolved, setBadgeBackgroundColor: resolved, setTitle: resolved },
    });
  }

  /** From now on such things are done, and answered only once what this returns is called. */
  hold(asked: Asked): () => void {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held.set(asked, held);
    return () => {
      this.#held.delete(asked);
      release();
    };
  }

  async #answer<T>(asked: Asked, answer: () => T): Promise<T> {
    const answered = answer();
    await this.#held.get(asked);
    return answered;
  }

  #attach(tabId: number): void {
    if (this.attached.has(tabId)) throw new Error('Another debugger is already attached to the tab.');
    this.attached.add(tabId);
  }

  #detach(tabId: number): void {
    if (!this.attached.delete(tabId)) throw new Error('Debugger is not attached to the tab.');
  }

  #send(tabId: number, method: string): object {
    if (!this.attached.has(tabId)) throw new Error('Debugger is not attached to the tab.');
    if (this.failing.delete(method)) throw new Error('Inspected target navigated or closed');
    return {};
  }
}

interface Of {
  tabId: number;
}

const targetOf = (tabId: number): object => ({
  tabId,
  id: `T${tabId}`,
  type: 'page',
  url: 'https://a.test/',
  title: '',
});
