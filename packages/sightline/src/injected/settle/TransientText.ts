import {
  attribute,
  createWalker,
  flatParent,
  hasOpacity,
  isConnected,
  isVisible,
  nodeType,
  TEXT_NODE,
} from '../dom/dom.ts';
import { normalizeSpace } from '../dom/text.ts';
import type { TransientMessage } from '../PageApi.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';

interface SeenMessage extends TransientMessage {
  element: Element;
  /** It grew while it was seen, or was cut: it may end within a word. */
  isUnfinished: boolean;
}

/** Nodes examined after one frame, messages kept in all, and UTF-16 units of each. */
const MAX_NODES = 100;
const MAX_MESSAGES = 40;
const MAX_TEXT_LENGTH = 160;
/** Attributes that show or hide. */
const VISIBILITY_ATTRIBUTES = new Set([
  'class',
  'style',
  'hidden',
  'open',
  'aria-hidden',
  'aria-label',
  'popover',
]);
/** Roles of live regions, and of what shows progress. */
const ANNOUNCING_ROLES = new Set([
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
const MAX_ANCESTORS = 6;
/** What the user types is no message. */
const EXCLUDED_SELECTOR = 'textarea,select,[contenteditable],script,style';

/** Records texts that appear, so that those which disappear can be reported: a toast, a spinner. */
export class TransientText {
  #changed = new Set<Node>();
  #messages: SeenMessage[] = [];

  reset(): void {
    this.#changed.clear();
    this.#messages = [];
  }

  recordMutation({ type, target, attributeName, addedNodes }: MutationRecord): void {
    if (this.#changed.size >= MAX_NODES) return;
    if (type === 'childList') for (const node of addedNodes) this.#changed.add(node);
    else if (type === 'characterData' || VISIBILITY_ATTRIBUTES.has(attributeName ?? ''))
      this.#changed.add(target);
  }

  /** Called before a frame is painted: what is gone by then was never visible. */
  collectVisible(): void {
    for (const node of this.#changed) {
      const element = nodeType(node) === TEXT_NODE ? flatParent(node) : node instanceof Element ? node : null;
      if (element && isVisibleNow(element)) this.#addMessage(element);
      if (this.#messages.length >= MAX_MESSAGES) break;
    }
    this.#changed.clear();
  }

  /** The messages that are no longer visible, redacted. */
  takeDisappeared(secrets: SecretFields): TransientMessage[] {
    const disappeared = this.#messages.filter(
      ({ element, text }) => !isVisibleNow(element) || !messageTextOf(element).includes(text),
    );
    if (disappeared.length === 0) return [];
    secrets.refresh();
    const messages = new Map<string, TransientMessage>();
    for (const { text, role, isUnfinished } of disappeared) {
      const { redactor } = secrets;
      const redacted = isUnfinished ? redactor.redactUnfinished(text) : redactor.redact(text);
      messages.set(`${role} ${redacted}`, { text: redacted, role });
    }
    return [...messages.values()];
  }

  #addMessage(element: Element): void {
    const text = messageTextOf(element);
    const role = announcingRoleOf(element);
    if (text === '' && role !== 'progressbar') return;
    if (role === '' && (/^[\d\s]+$/.test(text) || isInTypedEditor(element))) return;
    const previous = this.#messages.findLast((seen) => seen.element === element);
    // A text that grows is the same message.
    const isGrowing = previous !== undefined && text.startsWith(previous.text);
    const isUnfinished =
      text.length >= MAX_TEXT_LENGTH ||
      (isGrowing && (previous.isUnfinished || (previous.text !== '' && text !== previous.text)));
    if (isGrowing) Object.assign(previous, { text, isUnfinished });
    else this.#messages.push({ element, text, role, isUnfinished });
  }
}

function isVisibleNow(element: Element): boolean {
  return isConnected(element) && isVisible(element) && hasOpacity(element);
}

function messageTextOf(element: Element): string {
  if (element.closest(EXCLUDED_SELECTOR)) return '';
  const walker = createWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node && text.length < MAX_TEXT_LENGTH; node = walker.nextNode()) {
    const parent = flatParent(node);
    if (parent && isVisible(parent) && !parent.closest(EXCLUDED_SELECTOR)) text += `${(node as Text).data} `;
  }
  return (
    normalizeSpace(text).slice(0, MAX_TEXT_LENGTH) ||
    normalizeSpace(attribute(element, 'aria-label') ?? '').slice(0, MAX_TEXT_LENGTH)
  );
}

/** What takes the keys of an editor that draws its lines itself is no larger in one direction, CSS pixels. */
const MAX_KEY_TARGET = 4;
/** The box of an editor is no smaller. */
const MIN_EDITOR = { width: 100, height: 40 };

/** Whether it is drawn by the editor that has the focus: of code, which is typed into a field that nobody sees. */
function isInTypedEditor(element: Element): boolean {
  const active = element.ownerDocument.activeElement;
  if (active?.localName !== 'textarea' || !isKeyTarget(active)) return false;
  for (let box = flatParent(active); box instanceof Element; box = flatParent(box)) {
    const { width, height } = box.getBoundingClientRect();
    if (width >= MIN_EDITOR.width && height >= MIN_EDITOR.height)
      return box.localName !== 'body' && box.localName !== 'html' && box.contains(element);
  }
  return false;
}

/** It, or the box that cuts it, has hardly any room, or it is transparent. */
function isKeyTarget(field: Element): boolean {
  const boxes = [field, flatParent(field)].filter((one) => one instanceof Element);
  const isSmall = boxes.some((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height) <= MAX_KEY_TARGET;
  });
  return isSmall || !hasOpacity(field);
}

function announcingRoleOf(element: Element): string {
  let current: Element | null = element;
  for (let i = 0; current && i < MAX_ANCESTORS; i++) {
    const role = attribute(current, 'role') ?? (current.localName === 'output' ? 'status' : '');
    if (ANNOUNCING_ROLES.has(role)) return role;
    const live = attribute(current, 'aria-live');
    if (live === 'polite') return 'status';
    if (live === 'assertive') return 'alert';
    if (current.localName === 'progress') return 'progressbar';
    current = flatParent(current);
  }
  return '';
}
