import { attribute, flatParent, isConnected, isOpaque, isShown, TEXT, typeOf, walkerOver } from './dom.ts';
import type { Secrets } from './secrets.ts';
import { squeeze } from './text.ts';

/** Words that came and went. */
export interface Transient {
  text: string;
  /** `status`, `alert`, `progressbar`...; '' where it stood in nothing of the kind. */
  role: string;
}

interface Seen extends Transient {
  element: Element;
}

/** Nodes that are looked at after one frame, words that are kept in all, and characters of each. */
const MOST_NODES = 100;
const MOST_SEEN = 40;
const LONGEST = 160;
/** Attributes that show or hide. */
const SHOWING = new Set(['class', 'style', 'hidden', 'open', 'aria-hidden', 'aria-label', 'popover']);
/** Roles of what speaks up by itself, or says that something goes on. */
const SPEAKING = new Set([
  'status',
  'alert',
  'log',
  'progressbar',
  'tooltip',
  'dialog',
  'alertdialog',
  'timer',
]);
/** Boxes around a text that are asked for their role. */
const MOST_ABOVE = 6;
/** What a person writes is no message to them. */
const WRITTEN = 'textarea,select,[contenteditable],script,style';

/** Remembers words that came to show, so that those which went again can be told: a toast, a spinner. */
export class Passing {
  #changed = new Set<Node>();
  #seen: Seen[] = [];

  forget(): void {
    this.#changed.clear();
    this.#seen = [];
  }

  note({ type, target, attributeName, addedNodes }: MutationRecord): void {
    if (this.#changed.size >= MOST_NODES) return;
    if (type === 'childList') for (const node of addedNodes) this.#changed.add(node);
    else if (type === 'characterData' || SHOWING.has(attributeName ?? '')) this.#changed.add(target);
  }

  /** Called when a frame is about to be painted: what is not there by now was never seen. */
  look(): void {
    for (const node of this.#changed) {
      const element = typeOf(node) === TEXT ? flatParent(node) : node instanceof Element ? node : null;
      if (element && isSeen(element)) this.#keep(element);
      if (this.#seen.length >= MOST_SEEN) break;
    }
    this.#changed.clear();
  }

  /** What does not show any more, without secrets. */
  gone(secrets: Secrets): Transient[] {
    const gone = this.#seen.filter(
      ({ element, text }) => !isSeen(element) || !textOf(element).includes(text),
    );
    if (gone.length === 0) return [];
    secrets.begin();
    const told = new Map<string, Transient>();
    for (const { text, role } of gone) {
      // Read as cut: the beginning of a secret, which was not written to its end by then, is left out too.
      const without = secrets.echoes.without(`${text}\u2026`).slice(0, -1);
      told.set(`${role} ${without}`, { text: without, role });
    }
    return [...told.values()];
  }

  #keep(element: Element): void {
    const text = textOf(element);
    const role = roleOf(element);
    if (text === '' && role !== 'progressbar') return;
    const before = this.#seen.findLast((seen) => seen.element === element);
    // Words that grow are the same words.
    if (before && text.startsWith(before.text)) before.text = text;
    else this.#seen.push({ element, text, role });
  }
}

function isSeen(element: Element): boolean {
  return isConnected(element) && isShown(element) && isOpaque(element);
}

function textOf(element: Element): string {
  if (element.closest(WRITTEN)) return '';
  const walker = walkerOver(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node && text.length < LONGEST; node = walker.nextNode()) {
    const parent = flatParent(node);
    if (parent && isShown(parent) && !parent.closest(WRITTEN)) text += `${(node as Text).data} `;
  }
  return squeeze(text).slice(0, LONGEST) || squeeze(attribute(element, 'aria-label') ?? '').slice(0, LONGEST);
}

function roleOf(element: Element): string {
  let at: Element | null = element;
  for (let i = 0; at && i < MOST_ABOVE; i++) {
    const role = attribute(at, 'role') ?? (at.localName === 'output' ? 'status' : '');
    if (SPEAKING.has(role)) return role;
    const live = attribute(at, 'aria-live');
    if (live === 'polite') return 'status';
    if (live === 'assertive') return 'alert';
    if (at.localName === 'progress') return 'progressbar';
    at = flatParent(at);
  }
  return '';
}
