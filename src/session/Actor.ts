import type { Page as PlaywrightPage } from 'playwright-core';
import type { Deed } from '../act/Deed.ts';
import { Hand } from '../act/Hand.ts';
import { Refusal, refusalError } from '../act/Refusal.ts';
import { type Settled, Settling } from '../act/Settling.ts';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { TabEvent } from '../browser/TabEvent.ts';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { evidenceOf, nodeWith } from '../structure/evidence.ts';
import { recognise, type Verdict } from '../structure/recognise.ts';
import type { Structure } from '../structure/Structure.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import { nameElement } from '../view/explain.ts';
import type { Scene } from '../view/View.ts';
import type { Known, Numbers } from './Numbers.ts';
import type { Answer } from './Session.ts';

/** What every action takes. */
export interface ActionOptions {
  /** Milliseconds that the element may take to become ready; default 5,000. */
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
}

/** Does something with the elements of the one or two numbers that were given. */
export type Action = (hand: Hand, node?: PageNode, other?: PageNode) => Promise<Deed>;

/** Milliseconds. */
const PATIENCE = 5_000;

/** Finds the elements, acts, waits for the page to come to rest, and tells what that came to. */
export class Actor {
  readonly #stage: Stage;
  /** One action at a time: two at once could not tell whose change is whose. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  act(numbers: readonly number[], action: Action, options: ActionOptions = {}): Promise<Done> {
    const mine = this.#last.then(() => this.#act(numbers, action, options));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Asks something of the element of a number, without touching it. */
  async read<T>(
    number: number,
    ask: (hand: Hand, node: PageNode) => Promise<T>,
    { timeoutMs = PATIENCE, signal }: ActionOptions = {},
  ): Promise<T> {
    const stage = this.#stage;
    const scene = await stage.scene(timeoutMs);
    const { node } = this.#resolve(stage.known(number), scene);
    const { pruning } = scene.structure;
    const parts = { page: stage.page, door: await stage.door(), pruning, timeoutMs, signal };
    const hand = new Hand({ ...parts, capture: async () => pruning });
    try {
      return await ask(hand, node);
    } catch (error) {
      throw error instanceof Refusal ? await this.#explain(error, scene) : error;
    }
  }

  /** Whether a person could see the element of a number, and if not, why. */
  async visibility(number: number): Promise<Answer> {
    const scene = await this.#stage.scene();
    const { node } = this.#resolve(this.#stage.known(number), scene);
    const verdict = scene.structure.pruning.verdicts[node.index];
    const visible = verdict?.decision !== 'remove';
    const place = scene.structure.pruning.places[node.index] ?? 'viewport';
    const why = visible ? `visible (${place})` : `not visible: ${escapeInline(verdict.why)}`;
    return {
      text: `${nameElement(node, scene)} is ${why}`,
      data: { visible, ...(visible ? { place } : { why: clean(verdict.why) }) },
    };
  }

  async #act(numbers: readonly number[], action: Action, options: ActionOptions): Promise<Done> {
    const { timeoutMs = PATIENCE, signal, settleMs } = options;
    const stage = this.#stage;
    const knowns = numbers.map((number) => stage.known(number));
    const { page } = stage;
    const before = await stage.scene(timeoutMs);
    const found = knowns.map((known) => this.#resolve(known, before));
    const door = await stage.door();
    const capture = async () => (await stage.scene(timeoutMs)).structure.pruning;
    const hand = new Hand({ page, door, pruning: before.structure.pruning, capture, timeoutMs, signal });
    const settling = await Settling.begin(page, door);
    let deed: Deed;
    try {
      deed = await action(hand, found[0]?.node, found[1]?.node);
    } catch (error) {
      settling.dispose();
      throw error instanceof Refusal ? await this.#explain(error, before) : error;
    }
    const settled = await settling.done(settleMs === undefined ? {} : { timeoutMs: settleMs });
    const events = await stage.takeEvents();
    const after = await stage.scene().catch(() => undefined);
    if (after)
      for (const { known, node } of found) this.#renew(known, node, before.structure, after.structure);
    return { deed, targets: found.map(({ told }) => told), before, after, settled, events };
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
      case 'replaced':
        throw this.#replaced(known, verdict.node, scene);
      case 'ambiguous':
        throw ambiguous(known, verdict.candidates, scene);
      case 'gone':
        throw gone(known);
    }
  }

  #judge(known: Known, structure: Structure): Verdict {
    const { node, structure: then } = known.told;
    if (node && then === structure) return { kind: 'same', node };
    if (node && then) return recognise(evidenceOf(node, then.pruning), structure.pruning);
    // Told too long ago to compare what it stood in: only an element that is like no other is surely the same.
    const here = nodeWith(structure.pruning.page, known.document, known.id);
    if (!here) return { kind: 'gone' };
    const isAlike = here.role === known.told.role && here.name === known.told.name;
    return isAlike && !structure.contexts.has(here)
      ? { kind: 'same', node: here }
      : { kind: 'replaced', node: here };
  }

  /** Telling what it is now makes the number mean that: whoever uses it again has read so. */
  #replaced(known: Known, node: PageNode, scene: Scene): SightlineError {
    const { number, told } = known;
    this.#stage.numbers.retell(known, node, scene.structure);
    const item = scene.structure.contexts.get(node);
    const where = item ? ` (${item.kind} ${quote(item.label)})` : '';
    const is = `${nameElement(node, scene)}${where}`;
    return new SightlineError(
      'stale',
      `[${number}] is no longer the ${told.role || 'element'} ${quote(told.name)} that was shown: it is now ${is}.`,
      { hint: `Look at the page again, or use [${number}] again if that is what you mean.`, retryable: true },
    );
  }

  /**
   * A control that changed what stands around it is still the control that was used, unless the list that it stands
   * in grew or shrank with it.
   */
  #renew(known: Known, node: PageNode, before: Structure, after: Structure): void {
    const here = nodeWith(after.pruning.page, known.document, known.id);
    if (!here || here.role !== node.role || here.name !== node.name) return;
    const then = evidenceOf(node, before.pruning);
    const now = evidenceOf(here, after.pruning);
    const isSameList =
      then.items.length === now.items.length &&
      then.items.every(({ count }, i) => now.items[i]?.count === count);
    if (isSameList) this.#stage.numbers.retell(known, here, after);
  }

  /** A refusal is told with the page as it is by then: what covers an element may have come meanwhile. */
  async #explain(refusal: Refusal, before: Scene): Promise<SightlineError> {
    const now = await this.#stage.scene().catch(() => before);
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

function gone({ number, told }: Known): SightlineError {
  const what = `${told.role || 'element'}${told.name ? ` ${quote(told.name)}` : ''}`;
  return new SightlineError('detached', `[${number}], the ${what}, is no longer part of the page.`, {
    hint: 'Look at the page again.',
  });
}

/** Candidates named in an error. */
const MOST = 5;

function ambiguous({ number }: Known, candidates: PageNode[], scene: Scene): SightlineError {
  const named = candidates.slice(0, MOST).map((node) => nameElement(node, scene));
  return new SightlineError('ambiguous', `[${number}] was replaced, and may be any of ${named.join(', ')}.`, {
    hint: 'Use the number of the one you mean.',
  });
}
