import type { Page } from 'playwright-core';
import { FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';
import { FrameTargets } from '../../packages/sightline/src/browser/frames/FrameTargets.ts';
import { pageScript } from '../../packages/sightline/src/injected/script.gen.ts';
import type { DocumentSnapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';

/**
 * The oracle of a second look: in each document a page script of its own, made for this one capture,
 * reads everything, and leaves what the script that looks again has kept untouched.
 */
export class FreshCaptures {
  readonly #worlds: FrameTargets;

  private constructor(worlds: FrameTargets) {
    this.#worlds = worlds;
  }

  static async open(page: Page): Promise<FreshCaptures> {
    const world = await FrameTarget.open(await page.context().newCDPSession(page), page);
    return new FreshCaptures(new FrameTargets(page, world));
  }

  /** By the key that the script which looks again gave each document; its ids stand for the elements. */
  async read(): Promise<Map<string, DocumentSnapshot>> {
    const targets = await this.#worlds.list(1_000);
    const texts = await Promise.all(
      targets.flatMap(({ target }) => target.frameIds().map((frameId) => readFrame(target, frameId))),
    );
    const documents = texts.flatMap((text) => (text ? [JSON.parse(text) as DocumentSnapshot] : []));
    return new Map(documents.map((document) => [document.key, document]));
  }

  async close(): Promise<void> {
    await this.#worlds.dispose();
  }
}

async function readFrame(world: FrameTarget, frameId: string): Promise<string> {
  const { uniqueId } = world.contextOf(frameId) ?? {};
  if (!uniqueId) return '';
  const ask = async (expression: string): Promise<string> => {
    const { result, exceptionDetails } = await world.session.send('Runtime.evaluate', {
      expression,
      uniqueContextId: uniqueId,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return String(result.value);
  };
  const text = await ask(READ);
  return text === 'install' ? ask(`globalThis.__makeFresh = () => { ${pageScript} }; ${READ}`) : text;
}

/** '' where nothing looked before. Closed roots are handed from the one to the other. */
const READ = `(() => {
  const kept = globalThis.__sightline;
  if (!kept) return '';
  if (!globalThis.__makeFresh) return 'install';
  try {
    delete globalThis.__sightline;
    __makeFresh();
    const fresh = globalThis.__sightline;
    const passOn = (within) => {
      for (const host of within.querySelectorAll('*')) {
        const closed = kept.closedRootOf(host);
        if (closed) fresh.addClosedRoots(closed);
        const root = closed ?? host.shadowRoot;
        if (root) passOn(root);
      }
    };
    passOn(document);
    const { timing, holdsSecrets, mutations, ...read } = JSON.parse(fresh.call('capture', [0]));
    read.key = kept.key;
    read.rows.id = read.rows.id.map((id) => id && kept.idOf(fresh.element(id)));
    return JSON.stringify(read);
  } finally {
    Object.defineProperty(globalThis, '__sightline', { value: kept, configurable: true });
  }
})()`;
