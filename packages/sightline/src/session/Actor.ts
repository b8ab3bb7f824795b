import type { Page as PlaywrightPage } from 'playwright-core';
import type { Deed } from '../act/Deed.ts';
import { Hand } from '../act/Hand.ts';
import { modalOver, Refusal, refusalError } from '../act/Refusal.ts';
import { type Settled, Settling } from '../act/Settling.ts';
import { browserError } from '../browser/browserError.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { TabEvent } from '../browser/TabEvent.ts';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { afterAction } from '../structure/afterAction.ts';
import { Evidences, nodeWith } from '../structure/evidence.ts';
import type { Verdict } from '../structure/recognise.ts';
import { type Change, recogniseThrough } from '../structure/recogniseThrough.ts';
import type { Structure } from '../structure/Structure.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import { nameElement } from '../view/explain.ts';
import type { Scene } from '../view/View.ts';
import type { Answer } from './Answer.ts';
import { nodeOfStableId } from './explainTarget.ts';
import type { Known, Numbers } from './Numbers.ts';

/** What an element is named by: its number, or its stable id on the page as it is now (`elem-a1b2c3d`, seed 003). */
export type Target = number | string;

/** What every action takes. */
export interface ActionOptions {
  /** Milliseconds that the element may take to become ready; default 5,000, less where the page is entirely still. */
  timeoutMs?: number;
  /** Milliseconds that the page may take to come to rest afterwards; default 3,000. */
  settleMs?: number;
  /** Upper bound for what is told of the change, in o200k tokens. Default 400. */
  maxTokens?: number;
  signal?: AbortSignal;
}

/** How sure it is that the element is the one whose number was given. */
export interface TargetVerdict {
  number: number;
  verdict: 'same' | 'rebound';
  /** Of a rebound one: by what it was known again, and on what evidence. */
  by?: string;
  evidence?: string;
}

/** What an action came to. */
export interface Done {
  deed: Deed;
  targets: TargetVerdict[];
  before: Scene;
  /** Undefined where the page is gone, or does not let itself be read. */
  after: Scene | undefined;
  settled: Settled;
  events: TabEvent[];
  /** To be called where all of the change was told: who uses a number next has read it. */
  heard(): void;
}

/** What an actor needs of its session. */
export interface Stage {
  readonly page: PlaywrightPage;
  readonly numbers: Numbers;
  door(): Promise<PageDoor>;
  /** The page as it is now. */
  scene(timeoutMs?: number): Promise<Scene>;
  known(number: number): Known;
  takeEvents(): Promise<TabEvent[]>;
  /** Throws `browser_closed` where that is why a tab went. */
  checkAlive(): Promise<void>;
}

/** Does something with the elements of the one or two numbers that were given. */
export type Action = (hand: Hand, node?: PageNode, other?: PageNode) => Promise<Deed>;

/** Changes that are kept: each holds two states of the page. */
const MOST_HEARD = 4;

/** Milliseconds for the element; a look may take as long, however short its time is: a frame left out would seem gone. */
const PATIENCE = 5_000;

/** Finds the elements, acts, waits for the page to come to rest, and tells what that came to. */
export class Actor {
  readonly #stage: Stage;
  /** One action at a time: two at once could not tell whose change is whose. */
  #last: Promise<unknown> = Promise.resolve();
  /** What the results of the last actions told in whole, the oldest first. */
  readonly #heard: (Change & { at: number })[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  act(targets: readonly Target[], action: Action, options: ActionOptions = {}): Promise<Done> {
    const mine = this.#last
      .then(() => this.#act(targets, action, options))
      .catch((error) => {
        throw options.signal?.aborted ? error : this.#typed(error);
      });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Asks something of the element of a number, without touching it. */
  async read<T>(
    target: Target,
    ask: (hand: Hand, node: PageNode) => Promise<T>,
    { timeoutMs = PATIENCE, signal }: ActionOptions = {},
  ): Promise<T> {
    const stage = this.#stage;
    const scene = await this.#scene(timeoutMs);
    const { node } = this.#find(target, scene);
    const { pruning } = scene.structure;
    const parts = { page: stage.page, door: await stage.door(), pruning, timeoutMs, signal };
    const hand = new Hand({ ...parts, capture: async () => pruning });
    try {
      return await ask(hand, node);
    } catch (error) {
      throw await this.#meaning(error, scene);
    }
  }

  /** Whether a person could see the element of a number, and if not, why. */
  async visibility(target: Target): Promise<Answer> {
    const scene = await this.#scene();
    const { node } = this.#find(target, scene);
    const verdict = scene.structure.pruning.verdicts[node.index];
    const visible = verdict?.decision !== 'remove';
    const place = scene.structure.pruning.places[node.index] ?? 'viewport';
    const why = visible ? `visible (${place})` : `not visible: ${escapeInline(verdict.why)}`;
    return {
      text: `${nameElement(node, scene)} is ${why}`,
      data: {
        visible,
        ready: visible && !node.disabled,
        ...(visible ? { place } : { why: clean(verdict.why) }),
      },
    };
  }

  async #act(targets: readonly Target[], action: Action, options: ActionOptions): Promise<Done> {
    const { timeoutMs = PATIENCE, signal, settleMs } = options;
    const mayGiveUp = options.timeoutMs === undefined;
    const stage = this.#stage;
    for (const target of targets) if (typeof target === 'number') stage.known(target);
    const { page } = stage;
    const before = await this.#scene(timeoutMs);
    const found = targets.map((target) => this.#find(target, before));
    const door = await stage.door();
    const capture = async () => (await this.#scene(timeoutMs)).structure.pruning;
    const settling = await Settling.begin(page, door);
    const { pruning } = before.structure;
    const isBusy = (): boolean => settling.isBusy;
    const hand = new Hand({ page, door, pruning, capture, timeoutMs, mayGiveUp, isBusy, signal });
    let deed: Deed;
    try {
      deed = await action(hand, found[0]?.node, found[1]?.node);
    } catch (error) {
      settling.dispose();
      throw await this.#meaning(error, before);
    }
    const { typed = false } = deed;
    const settled = await settling.done({ typed, ...(settleMs !== undefined && { timeoutMs: settleMs }) });
    const events = await stage.takeEvents();
    const after = await this.#scene(undefined, before.structure).catch(() => undefined);
    if (after) for (const { node } of found) this.#renew(node, before.structure, after.structure);
    const heard = (): void => {
      if (after) this.#hear({ before: before.structure, after: after.structure });
    };
    return { deed, targets: found.map(({ told }) => told), before, after, settled, events, heard };
  }

  /** Throws `not_shown`, `not_found` for an id that no element has now, and what `#resolve` throws. */
  #find(target: Target, scene: Scene): { known: Known; node: PageNode; told: TargetVerdict } {
    const { numbers } = this.#stage;
    if (typeof target === 'number') return this.#resolve(this.#stage.known(target), scene);
    const node = nodeOfStableId(target, scene);
    const number = numbers.teller(scene.structure)(node);
    return { known: this.#stage.known(number), node, told: { number, verdict: 'same' } };
  }

  /**
   * The element that a number means on the page as it is now. Throws `stale` for one of a document that was left or
   * one that stands for something else now, `detached`, `ambiguous`.
   */
  #resolve(known: Known, scene: Scene): { known: Known; node: PageNode; told: TargetVerdict } {
    const { pruning } = scene.structure;
    const { number } = known;
    if (!pruning.page.documents.some(({ key }) => key === known.document)) throw leftDocument(number);
    const verdict = this.#judge(known, scene.structure);
    switch (verdict.kind) {
      case 'same':
        this.#stage.numbers.retell(known, verdict.node, scene.structure);
        return { known, node: verdict.node, told: { number, verdict: 'same' } };
      case 'rebound': {
        const { node, by, on } = verdict;
        this.#stage.numbers.rebind(known, node, scene.structure);
        return { known, node, told: { number, verdict: 'rebound', by, evidence: on } };
      }
      case 'replaced': {
        // Nothing of an item behind a dialog shows: what it says cannot be compared.
        const modal = modalOver(verdict.node, scene);
        if (modal) throw refusalError(new Refusal('covered', verdict.node, modal), scene);
        throw this.#replaced(known, verdict, scene);
      }
      case 'ambiguous':
        throw this.#ambiguous(known, verdict.candidates, scene);
      case 'gone':
        throw gone(known);
    }
  }

  #hear(change: Change): void {
    this.#heard.push({ ...change, at: this.#stage.numbers.clock });
    if (this.#heard.length > MOST_HEARD) this.#heard.shift();
  }

  #judge(known: Known, structure: Structure): Verdict {
    const { by } = known.told;
    if (by && 'structure' in by && by.structure === structure) return { kind: 'same', node: by.node };
    const evidence = this.#stage.numbers.evidenceOf(known);
    const heard = this.#heard.filter(({ at }) => at > known.told.at);
    if (evidence) return recogniseThrough(heard, evidence, structure);
    const here = nodeWith(structure.pruning.page, known.document, known.id);
    return here ? { kind: 'replaced', node: here, why: 'age' } : { kind: 'gone' };
  }

  /** Telling what it is now makes the number mean that: whoever uses it again has read so. */
  #replaced(known: Known, { node, why }: Verdict & { kind: 'replaced' }, scene: Scene): SightlineError {
    const { number } = known;
    const was = calledThen(known);
    this.#stage.numbers.retell(known, node, scene.structure);
    const is = this.#tell(node, scene);
    const what = {
      name: `[${number}] was ${was} and is now ${is}.`,
      item: `[${number}], ${was}, stands among other words now, and may be another item's: it is now ${is}.`,
      age: `[${number}] was told as ${was} too long ago to be sure of it: it is now ${is}.`,
    }[why];
    return new SightlineError('stale', what, {
      hint: `Use [${number}] again if that is what you mean, else look at the page again.`,
      retryable: true,
    });
  }

  #ambiguous(known: Known, candidates: PageNode[], scene: Scene): SightlineError {
    const named = candidates.slice(0, MOST).map((node) => this.#tell(node, scene));
    const more = candidates.length > MOST ? ` and ${candidates.length - MOST} more` : '';
    const what = `[${known.number}], ${calledThen(known)}, was replaced, and nothing tells which of these it is now: ${named.join(', ')}${more}.`;
    return new SightlineError('ambiguous', what, { hint: 'Use the number of the one you mean.' });
  }

  /** `[12]<button>"Delete" (row "Order 1042")`. Its number means that from now on. */
  #tell(node: PageNode, scene: Scene): string {
    const { numbers } = this.#stage;
    const known = numbers.of(node);
    if (known) numbers.retell(known, node, scene.structure);
    const item = scene.structure.contexts.get(node);
    return `${nameElement(node, scene)}${item ? ` (${item.kind} ${quote(item.label)})` : ''}`;
  }

  /**
   * An element that changed with what was done to it, or what stands around it, is still the one that was used: its
   * number stays good for the next use, and so do those of what shares its item.
   */
  #renew(node: PageNode, before: Structure, after: Structure): void {
    if (before === after) return;
    const { numbers } = this.#stage;
    const heirs = afterAction(node, new Evidences(before.pruning), new Evidences(after.pruning));
    for (const [was, is] of heirs) {
      const known = numbers.of(was);
      if (!known) continue;
      const verdict = this.#judge(known, before);
      if (verdict.kind !== 'same' || verdict.node !== was) continue;
      if (is.id === was.id) numbers.retell(known, is, after);
      else numbers.rebind(known, is, after);
    }
  }

  /** The page as it is now. `before`: as it was before the action whose result is told. */
  async #scene(timeoutMs?: number, before?: Structure): Promise<Scene> {
    // A short time for the element is not one for the page.
    const scene = await this.#stage.scene(timeoutMs && Math.max(timeoutMs, PATIENCE));
    return { ...scene, numberOf: this.#stage.numbers.namer(scene.structure, before) };
  }

  /** What the engine says of a tab or browser that went at any moment of an action. */
  #typed(error: unknown): unknown {
    if (error instanceof SightlineError) return error;
    try {
      return browserError(error, this.#stage.page);
    } catch (closed) {
      return closed;
    }
  }

  async #meaning(error: unknown, before: Scene): Promise<unknown> {
    if (error instanceof SightlineError && error.code === 'tab_closed') await this.#stage.checkAlive();
    return error instanceof Refusal ? this.#explain(error, before) : error;
  }

  /** A refusal is told with the page as it is by then: what covers an element may have come meanwhile. */
  async #explain(refusal: Refusal, before: Scene): Promise<SightlineError> {
    const now = await this.#scene().catch(() => before);
    const again = (node: PageNode | undefined): PageNode | undefined =>
      node && nodeWith(now.structure.pruning.page, node.document.key, node.id);
    const node = again(refusal.node);
    if (!node) return refusalError(new Refusal('detached', refusal.node), before);
    const { pruning } = now.structure;
    const reason = refusal.reason === 'busy' && isRemoved(pruning, node) ? 'invisible' : refusal.reason;
    return refusalError(new Refusal(reason, node, again(refusal.cover)), now);
  }
}

const leftDocument = (number: number): SightlineError =>
  new SightlineError('stale', `[${number}] is of a document that was left.`, {
    hint: 'Look at the page again: its numbers are new.',
  });

function gone(known: Known): SightlineError {
  const what = `[${known.number}], ${calledThen(known)}, is no longer part of the page.`;
  return new SightlineError('detached', what, { hint: 'Look at the page again.' });
}

/** Candidates named in an error. */
const MOST = 5;

/** `the button "Delete"`. */
function calledThen({ told: { role, name } }: Known): string {
  return `the ${escapeInline(role) || 'element'}${name && ` ${quote(shorten(name, LABEL))}`}`;
}

/** Characters told of a name. */
const LABEL = 60;
