import {
  attribute,
  createWalker,
  matchesSelector,
  parentNode,
  queryAll,
  queryWithin,
  rootNode,
  TEXT_NODE,
} from '../dom/dom.ts';
import { normalizeSpace } from '../dom/text.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { asksForDigits, asksForPrivateCode, type SecretHint, secretHint } from './secretHint.ts';

/** Kinds of which a label that speaks of a password says another thing: "Email for your new password". */
const NON_SECRET_TYPES =
  '[type=email],[type=url],[type=search],[type=date],[type=time],[type=datetime-local]';
const MAX_LABEL_LENGTH = 200;

/** The text around a field, which shows whether it takes a secret. Reads the labels once: valid until the page changes. */
export class FieldContext {
  readonly #labels = new Map<Node, Map<string, Element[]>>();

  /** What is painted as dots, what its label says, what stands beside it, and the boxes of a code. */
  secretHintFor(field: Element): SecretHint {
    if (hasTextSecurity(field) || isCodeDigitField(field)) return 'secret';
    if (matchesSelector(field, NON_SECRET_TYPES)) return 'nothing';
    const label = this.#labelTextOf(field) || namingAttribute(field);
    if (label === '') return secretHint(textBeside(field));
    const hint = secretHint(label);
    if (hint !== 'nothing' || !asksForPrivateCode(label)) return hint;
    // "Code": for which, the digits that it takes say, or the words beside it.
    return matchesSelector(field, CODE_FIELD) ? 'secret' : secretHint(textBeside(field));
  }

  #labelTextOf(field: Element): string {
    const root = rootNode(field) as Document | ShadowRoot | Element;
    const enclosingLabel = field.closest('label');
    const labelsByFor = this.#labelsIn(root).get(attribute(field, 'id') ?? '') ?? [];
    const ids = (attribute(field, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const referenced = ids.map((id) => queryAll(root, `[id="${CSS.escape(id)}"]`)[0]);
    const texts = [enclosingLabel, ...labelsByFor, ...referenced].map((label) => label?.textContent ?? '');
    return normalizeSpace(texts.join(' ').slice(0, MAX_LABEL_LENGTH));
  }

  /** By what they are for. Asked of each field, the browser would search the page for each. */
  #labelsIn(root: Document | ShadowRoot | Element): ReadonlyMap<string, Element[]> {
    const cached = this.#labels.get(root);
    if (cached) return cached;
    const labels = new Map<string, Element[]>();
    for (const label of queryAll(root, 'label[for]')) {
      const target = attribute(label, 'for') ?? '';
      labels.set(target, [...(labels.get(target) ?? []), label]);
    }
    this.#labels.set(root, labels);
    return labels;
  }
}

/** Fonts whose every letter is a dot. */
const MASKING_FONT = /text-?security|password|(?:^|[\s",-])(?:dots?|discs?|bullets?)(?:$|[\s",-])/i;

/** Painted as dots without being a password field: sites do so to keep password managers away. */
export function hasTextSecurity(field: Element): boolean {
  const style = getComputedStyle(field);
  const security = styleValue(style, '-webkit-text-security');
  if (security !== '' && security !== 'none') return true;
  return MASKING_FONT.test(styleValue(style, 'font-family'));
}

const namingAttribute = (field: Element): string =>
  ['aria-label', 'placeholder', 'title']
    .map((key) => (attribute(field, key) ?? '').trim())
    .join(' ')
    .trim();

/** Takes the digits of a code: as many as such have, or one at a time. */
const CODE_FIELD = [4, 5, 6, 7, 8]
  .flatMap((length) =>
    ['[inputmode=numeric]', '[type=tel]', '[pattern]'].map((kind) => `input${kind}[maxlength="${length}"]`),
  )
  .join();

/** Levels above a field, nodes within them, and characters, that count as "beside". */
const MAX_LEVELS = 3;
const MAX_NODES = 40;
const MAX_BESIDE_LENGTH = 80;

/** The few words of the closest element around that holds no other field; without links, which lead elsewhere. */
function textBeside(field: Element): string {
  let words = '';
  let ancestor = parentNode(field);
  for (
    let level = 0;
    ancestor instanceof Element && level < MAX_LEVELS;
    level++, ancestor = parentNode(ancestor)
  ) {
    if (queryWithin(ancestor, 'input:not([type=hidden]),textarea,select').length > 1) break;
    const text = shortTextOf(ancestor);
    if (text === undefined) break;
    words = text;
    if (secretHint(words) !== 'nothing') break;
  }
  return words;
}

/** Undefined where there is more than a few words. */
function shortTextOf(element: Element): string | undefined {
  const walker = createWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && matchesSelector(node, 'a,script,style,select,textarea,[contenteditable]')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const parts: string[] = [];
  let nodes = 0;
  while (walker.nextNode()) {
    if (++nodes > MAX_NODES) return undefined;
    const node = walker.currentNode;
    if (node.nodeType === TEXT_NODE) parts.push((node as Text).data);
    else parts.push(attribute(node as Element, 'aria-label') ?? '');
  }
  const text = normalizeSpace(parts.join(' '));
  return text.length > MAX_BESIDE_LENGTH ? undefined : text;
}

const ONE_CHARACTER_INPUT = 'input[maxlength="1"]';
/** Digits of a code: fewer are the parts of something else, more a puzzle. */
const CODE_LENGTH = { min: 4, max: 8 };

/** One of the boxes for the digits of a code: a few fields of one character side by side that ask for digits. */
function isCodeDigitField(field: Element): boolean {
  if (!matchesSelector(field, ONE_CHARACTER_INPUT)) return false;
  let ancestor = parentNode(field);
  for (
    let level = 0;
    ancestor instanceof Element && level < MAX_LEVELS;
    level++, ancestor = parentNode(ancestor)
  ) {
    const { length } = queryWithin(ancestor, ONE_CHARACTER_INPUT);
    if (length < CODE_LENGTH.min) continue;
    if (length > CODE_LENGTH.max) return false;
    if (matchesSelector(field, '[inputmode=numeric],[inputmode=decimal],[type=tel],[type=number],[pattern]'))
      return true;
    return asksForDigits(`${attribute(field, 'aria-label') ?? ''} ${shortTextOf(ancestor) ?? ''}`);
  }
  return false;
}
