import {
  ActionabilityError,
  explainActionabilityError,
  findBlockingModal,
} from '../../actions/ActionabilityError.ts';
import type { Replacement } from '../../diff/pairReplaced.ts';
import { displayName } from '../../identity/displayName.ts';
import { findMadeAnew } from '../../identity/findMadeAnew.ts';
import { lostOrGained, saysWhatWasEntered } from '../../identity/isSameItem.ts';
import { hasExplainedItems, type RematchResult, rematch } from '../../identity/rematch.ts';
import { rematchAfterAction } from '../../identity/rematchAfterAction.ts';
import { rematchThroughChanges } from '../../identity/rematchThroughChanges.ts';
import { unloadedText } from '../../render/element/elementText.ts';
import { escapeInline, quote } from '../../render/escape.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { ITEM_ROLES, OPTION_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { hiddenItemContext } from '../../structure/itemContexts.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
import type { RefEntry, RefRegistry } from './RefRegistry.ts';
import { rematchReloaded } from './rematchReloaded.ts';

/**
 * What an element is named by: its number; its stable id on the page as it is now (`elem-a1b2c3d`); words that one usable
 * element fits (`Save`, `button "More" in row "Ann"`); a CSS selector; a Playwright selector (`role=button[name="Save"]`).
 */
export type Target = number | string;

/** How sure it is that the element is the one whose number was given. */
export interface TargetMatch {
  number: number;
  verdict: 'same' | 'rebound';
  /** Of a rebound one: by what it was recognized, and on what evidence. */
  by?: string;
  evidence?: string;
  /** Its page was loaded again. */
  reloaded?: true;
  /** The other number that it has now. */
  now?: number;
}

export interface ResolvedTarget {
  node: PageNode;
  match: TargetMatch;
  /** It was named by its number or its stable id, not by words that fit. */
  byReference?: boolean;
}

/** Changes that are kept: each holds two states of the page. */
const MAX_KNOWN_CHANGES = 4;
/** Texts that were chosen or entered. */
const MAX_ENTERED = 12;
/** Numbers that are kept after one redraw. */
const MAX_KEPT_NUMBERS = 500;
/** Candidates named in an error. */
const MAX_CANDIDATES = 5;
/** Characters of a name in an error. */
const MAX_LABEL_LENGTH = 60;

/** The page before and after an action. */
interface PageStateChange {
  readonly before: PageState;
  readonly after: PageState;
}

/** What became of the element of a number; `forgotten`: it was shown too long ago to compare it. */
type EntryMatch = RematchResult | { kind: 'forgotten'; node: PageNode };

/** Finds the element that a number or a stable id names on a captured page, also where the page has replaced it. */
export class TargetResolver {
  readonly refs: RefRegistry;
  /** The changes that results of actions have shown in full, and those that the script which runs has caused, the oldest first. */
  #knownChanges: (PageStateChange & { shownAt: number; ofScript: boolean })[] = [];
  /** What was chosen and entered last, which explains why an item says it. */
  readonly #entered: string[] = [];

  constructor(refs: RefRegistry) {
    this.refs = refs;
  }

  /** Throws `not_shown` for a number that was never given, `stale` for one of a page that was left long ago. */
  entryOf(ref: number): RefEntry {
    const entry = this.refs.entryForRef(ref);
    if (entry) return entry;
    if (this.refs.wasAssigned(ref))
      throw new SightlineError('stale', `[${ref}] is of a page that was left long ago.`, {
        hint: 'Look at the page again: its numbers are new.',
      });
    throw new SightlineError('not_shown', `No element [${ref}] was ever shown.`, {
      hint: 'Use a number from the last look or query.',
    });
  }

  /**
   * The element to read: what was shown by that number, where another has taken its place; else what has the number now, whatever
   * it has become. Throws `not_shown`, `not_found` for an id that
   * no element has now, `stale` for an element of a document that was left, `detached`, `ambiguous`.
   */
  find(target: Target, context: RenderContext): PageNode {
    if (typeof target === 'string') return findByStableId(target, context);
    const entry = this.entryOf(target);
    const { pageState } = context;
    const isElsewhere = this.#rematch(entry, pageState).kind === 'rebound';
    const node = isElsewhere ? undefined : pageState.visibility.page.byIdentity(entry.document, entry.id);
    return node ?? this.#resolveEntry(entry, context).node;
  }

  /**
   * The element to act on: throws as `find`, and `stale` too for one that stands for something else now; `asPlace`: outside of lists
   * it may be called otherwise by now, or have other text around it.
   */
  resolve(target: Target, context: RenderContext, { asPlace = false } = {}): ResolvedTarget {
    if (typeof target === 'number')
      return { ...this.#resolveEntry(this.entryOf(target), context, asPlace), byReference: true };
    const node = findByStableId(target, context);
    return { node, match: { number: this.show(node, context), verdict: 'same' }, byReference: true };
  }

  /** Throws `stale` for an element that has stood for something else since it was resolved: in another item, dialog or message. */
  assertSame(node: PageNode, before: RenderContext, now: RenderContext): void {
    const fingerprint = before.pageState.fingerprinter.of(node);
    const isAbout = fingerprint.items.length > 0 || fingerprint.nearestWords !== undefined;
    const rematched = rematch(fingerprint, now.pageState.fingerprinter);
    const entry = this.refs.entryOf(node);
    if (!entry || rematched.kind !== 'replaced') return;
    if (isAbout || rematched.mismatch !== 'item') throw this.#replacedError(entry, rematched, now);
  }

  /** The number of an element that an answer names: it means the element as it is now. */
  show(node: PageNode, { pageState }: RenderContext): number {
    return this.refs.createRefAssigner(pageState)(node);
  }

  /**
   * To be called when the whole change was shown: a number used after that means the element as it is now. `ofScript`: nothing
   * was shown, but a later line of the same script, which was written with that in mind, means the same.
   */
  recordChange(change: PageStateChange, { ofScript = false } = {}): void {
    // The elements shown so far were shown before what a script changes; those of a report of changes with it.
    const shownAt = this.refs.showCount + (ofScript ? 1 : 0);
    this.#knownChanges.push({ ...change, shownAt, ofScript });
    if (this.#knownChanges.length > MAX_KNOWN_CHANGES) this.#knownChanges.shift();
  }

  /** When a script begins or has ended: who uses numbers then knows only what was shown. */
  forgetScriptChanges(): void {
    this.#knownChanges = this.#knownChanges.filter(({ ofScript }) => !ofScript);
  }

  /**
   * After an action on `node`: an element that changed by it, or around which something changed, is still the one that
   * was used. Its number stays good, and so do the numbers of what shares its item.
   */
  updateSuccessors(node: PageNode, { before, after }: PageStateChange): void {
    if (before === after) return;
    this.#recordEntered(node, after);
    const successors = rematchAfterAction(node, before.fingerprinter, after.fingerprinter);
    for (const [oldNode, newNode] of successors) {
      const entry = this.refs.entryOf(oldNode);
      if (!entry) continue;
      const rematched = this.#rematch(entry, before);
      if (rematched.kind !== 'same' || rematched.node !== oldNode) continue;
      if (newNode.id === oldNode.id) this.refs.recordShown(entry, newNode, after);
      else this.refs.rebind(entry, newNode, after);
    }
  }

  /**
   * After a redraw: each number of an element that was made anew stays with it, where it is sure which one that is. So does
   * that of the element that was used, where no other had its role and name, or has it now: its context may be another.
   */
  keepNumbers(replaced: readonly Replacement[], { before, after }: PageStateChange, used?: PageNode): void {
    const kept: [RefEntry, PageNode][] = [];
    for (const pair of replaced.slice(0, MAX_KEPT_NUMBERS)) {
      const entry = this.refs.entryOf(pair.before);
      const fingerprint = entry && this.refs.fingerprintOf(entry);
      if (!fingerprint || fingerprint.id !== pair.before.id) continue;
      const known = this.#rematch(entry, before);
      const isKnown = known.kind === 'same' && known.node === pair.before;
      const rematched = rematch(
        isKnown ? before.fingerprinter.of(pair.before) : fingerprint,
        after.fingerprinter,
      );
      const isUsed = used !== undefined && elementKey(used) === elementKey(pair.before);
      const counts = [
        before.fingerprinter.countNamesakes(pair.before),
        after.fingerprinter.countNamesakes(pair.after),
      ];
      const isSole = isUsed && counts.every((count) => count === 1);
      const successor =
        rematched.kind === 'rebound'
          ? rematched.node
          : isSole
            ? pair.after
            : findMadeAnew(pair.before, before.fingerprinter, after.fingerprinter);
      // A row may be drawn with the element of another, which had a number.
      const isInItsPlace =
        rematched.kind === 'rebound' && elementKey(rematched.node) === elementKey(pair.after);
      if (successor && (isInItsPlace || !this.refs.entryOf(successor))) kept.push([entry, successor]);
    }
    this.refs.rebindAll(kept, after);
  }

  /** What was chosen or typed, also into a field that closed then: a cell of a table shows it. */
  recordEntered(texts: readonly string[]): void {
    this.#entered.push(...texts.filter((text) => text !== ''));
    this.#entered.splice(0, Math.max(0, this.#entered.length - MAX_ENTERED));
  }

  /** The name of an option, the value that a field has now. */
  #recordEntered(node: PageNode, { page }: PageState): void {
    const now = page.counterpart(node);
    const option = OPTION_ROLES.has(node.role) ? displayName(node) : '';
    this.recordEntered([option, now?.attributes['.value'] ?? '']);
  }

  #resolveEntry(entry: RefEntry, context: RenderContext, asPlace = false): ResolvedTarget {
    const { pageState } = context;
    const { ref } = entry;
    const isLeft = !pageState.visibility.page.documentOf(entry.document);
    const rematched = isLeft ? this.#rematchReloaded(entry, pageState) : this.#rematch(entry, pageState);
    if (!rematched) throw this.#leftDocumentError(entry, context);
    switch (rematched.kind) {
      case 'same':
        this.refs.recordShown(entry, rematched.node, pageState);
        return { node: rematched.node, match: { number: ref, verdict: 'same' } };
      case 'rebound': {
        const { node, method, evidenceText } = rematched;
        const now = this.refs.entryOf(node)?.ref;
        this.refs.rebind(entry, node, pageState);
        const match = { number: ref, verdict: 'rebound', by: method, evidence: evidenceText } as const;
        return { node, match: { ...match, ...(isLeft && { reloaded: true }), ...(now && { now }) } };
      }
      case 'replaced':
      case 'forgotten': {
        const shown = this.refs.fingerprintOf(entry);
        const isMoved = rematched.kind === 'replaced' && rematched.mismatch === 'title';
        if (asPlace && !isMoved && shown?.items.length === 0 && shown.nearestWords === undefined) {
          this.refs.recordShown(entry, rematched.node, pageState);
          return { node: rematched.node, match: { number: ref, verdict: 'same' } };
        }
        // Nothing of an item behind a dialog is visible, so its text cannot be compared.
        const modal = findBlockingModal(rematched.node, context);
        if (modal)
          throw explainActionabilityError(new ActionabilityError('covered', rematched.node, modal), context);
        throw this.#replacedError(entry, rematched, context);
      }
      case 'ambiguous':
        throw this.#ambiguousError(entry, rematched.candidates, context);
      case 'gone':
        throw this.#detachedError(entry, context);
    }
  }

  #rematchReloaded(
    { document, lastShown: { identifiedBy } }: RefEntry,
    pageState: PageState,
  ): RematchResult | undefined {
    if (this.refs.isInTab(document)) return undefined;
    return identifiedBy && 'pageState' in identifiedBy ? rematchReloaded(identifiedBy, pageState) : undefined;
  }

  #rematch(entry: RefEntry, pageState: PageState): EntryMatch {
    const { identifiedBy } = entry.lastShown;
    if (identifiedBy && 'pageState' in identifiedBy && identifiedBy.pageState === pageState)
      return { kind: 'same', node: identifiedBy.node };
    const fingerprint = this.refs.fingerprintOf(entry);
    const changes = this.#knownChanges.filter(({ shownAt }) => shownAt > entry.lastShown.shownAt);
    if (fingerprint) {
      const { fingerprinter } = pageState;
      const entered = new Set(this.#entered);
      const result = rematchThroughChanges(changes, fingerprint, fingerprinter);
      const isOwnChange =
        result.kind === 'replaced' &&
        result.mismatch === 'item' &&
        hasExplainedItems(
          fingerprint,
          result.node,
          fingerprinter,
          (item, current) =>
            saysWhatWasEntered(item, current, entered) || (changes.length > 0 && lostOrGained(item, current)),
        );
      return isOwnChange ? { kind: 'same', node: result.node } : result;
    }
    const nodeHere = pageState.visibility.page.byIdentity(entry.document, entry.id);
    return nodeHere ? { kind: 'forgotten', node: nodeHere } : { kind: 'gone' };
  }

  /** The error shows what the element is now, so the number means that from then on. */
  #replacedError(
    entry: RefEntry,
    rematched: EntryMatch & { kind: 'replaced' | 'forgotten' },
    context: RenderContext,
  ): SightlineError {
    const { ref } = entry;
    const { node } = rematched;
    const previousName = nameWhenShown(entry);
    const namesakes = this.#renderNamesakes(entry, context);
    this.refs.recordShown(entry, node, context.pageState);
    const currentName = this.renderCandidate(node, context);
    const isElsewhere = `[${ref}], ${previousName}, has other text around it now, and may be another item's: it is now ${currentName}.`;
    const message = {
      name: `[${ref}] was ${previousName} and is now ${currentName}.${namesakes}`,
      item: isElsewhere,
      title: isElsewhere,
      forgotten: `[${ref}] was shown as ${previousName} too long ago to be sure of it: it is now ${currentName}.`,
    }[rematched.kind === 'replaced' ? rematched.mismatch : rematched.kind];
    return new SightlineError('stale', message, {
      hint: `Use [${ref}] again if that is what you mean, else look at the page again.`,
      retryable: true,
    });
  }

  #ambiguousError(entry: RefEntry, candidates: PageNode[], context: RenderContext): SightlineError {
    const message = `[${entry.ref}], ${nameWhenShown(entry)}, was replaced, and it is not clear which of these it is now: ${this.#renderCandidates(candidates, context)}.`;
    return new SightlineError('ambiguous', message, { hint: 'Use the number of the one you mean.' });
  }

  #leftDocumentError(entry: RefEntry, context: RenderContext): SightlineError {
    const namesakes = this.#renderNamesakes(entry, context);
    return new SightlineError('stale', `[${entry.ref}] is of a document that was left.${namesakes}`, {
      hint: 'Look at the page again: its numbers are new.',
    });
  }

  #detachedError(entry: RefEntry, context: RenderContext): SightlineError {
    const namesakes = this.#renderNamesakes(entry, context);
    const message = `[${entry.ref}], ${nameWhenShown(entry)}, is no longer part of the page.${namesakes}`;
    const unloaded = namesakes === '' && ITEM_ROLES.has(entry.lastShown.role) ? unloadedHint(context) : '';
    return new SightlineError('detached', message, { hint: `${unloaded}Look at the page again.` });
  }

  /** ` Of that name now: [40]<button>"Delete" (row "Bob").`; '' where nothing has its role and name. */
  #renderNamesakes({ lastShown: { role, name } }: RefEntry, context: RenderContext): string {
    if (name === '') return '';
    const { visibility } = context.pageState;
    const isUsable = (node: PageNode): boolean =>
      ITEM_ROLES.has(role) ? !isRemoved(visibility, node) : isShownInteractive(visibility, node);
    const namesakes = visibility.page.nodes.filter(
      (node) => node.role === role && isUsable(node) && displayName(node) === name,
    );
    return namesakes.length > 0 ? ` Of that name now: ${this.#renderCandidates(namesakes, context)}.` : '';
  }

  #renderCandidates(nodes: readonly PageNode[], context: RenderContext): string {
    const names = nodes.slice(0, MAX_CANDIDATES).map((node) => this.renderCandidate(node, context));
    const more = nodes.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  /** `[12]<button>"Delete" (row "Order 1042")`. The number means that from then on. */
  renderCandidate(node: PageNode, context: RenderContext): string {
    const entry = this.refs.entryOf(node);
    if (entry) this.refs.recordShown(entry, node, context.pageState);
    const { itemContexts, visibility } = context.pageState;
    const item =
      itemContexts.get(node) ??
      (isRemoved(visibility, node) ? hiddenItemContext(node, visibility) : undefined);
    const label = elementLabel(node, context);
    const itemText = item ? ` (${item.kind} ${quote(item.label)})` : '';
    return label.endsWith(itemText) ? label : label + itemText;
  }
}

/** Throws `not_found`. */
function findByStableId(id: string, { pageState }: RenderContext): PageNode {
  const node = pageState.stableIds.find(id);
  if (node) return node;
  throw new SightlineError('not_found', `No element of the page has the id ${id} now.`, {
    hint: 'Look at the page again: what changed has another id.',
  });
}

/** A row that was sorted or filtered away may be among those that are not loaded. */
function unloadedHint({ pageState: { unloaded } }: RenderContext): string {
  const items = [...unloaded.values()].find(({ kind }) => kind !== 'columns');
  return items ? `It may not be loaded ${unloadedText(items)}: a sort or filter brings it, too. ` : '';
}

/** `the button "Delete"`. */
function nameWhenShown({ lastShown: { role, name } }: RefEntry): string {
  return `the ${escapeInline(role) || 'element'}${name && ` ${quote(shorten(name, MAX_LABEL_LENGTH))}`}`;
}
