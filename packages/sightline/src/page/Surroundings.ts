import { attribute, is, parentOf, queryAll, queryIn, rootOf, TEXT, walkerOver } from './dom.ts';
import { asksForDigits, type Saying, sayingOf } from './secretWords.ts';
import { valueOf } from './styles.ts';
import { squeeze } from './text.ts';

/** Kinds of which a label that speaks of a password says another thing: "Email for your new password". */
const PLAIN_KIND = '[type=email],[type=url],[type=search],[type=date],[type=time],[type=datetime-local]';
const LABEL_CAP = 200;

/** What stands around a field and tells whether it takes a secret. Reads the labels once: holds for as long as the page is still. */
export class Surroundings {
  readonly #labels = new Map<Node, Map<string, Element[]>>();

  /** What is painted as dots, what its label says, what stands beside it, and the boxes of a code. */
  sayingOf(field: Element): Saying {
    if (isDisguised(field) || isDigitOfCode(field)) return 'secret';
    if (is(field, PLAIN_KIND)) return 'nothing';
    const label = this.#labelTextOf(field);
    if (label !== '') return sayingOf(label);
    return isNamed(field) ? 'nothing' : sayingOf(wordsBeside(field));
  }

  #labelTextOf(field: Element): string {
    const root = rootOf(field) as Document | ShadowRoot | Element;
    const around = field.closest('label');
    const named = this.#labelsIn(root).get(attribute(field, 'id') ?? '') ?? [];
    const ids = (attribute(field, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const referenced = ids.map((id) => queryAll(root, `[id="${CSS.escape(id)}"]`)[0]);
    const texts = [around, ...named, ...referenced].map((label) => label?.textContent ?? '');
    return squeeze(texts.join(' ').slice(0, LABEL_CAP));
  }

  /** By what they are for. Asked of each field, the browser would search the page for each. */
  #labelsIn(root: Document | ShadowRoot | Element): ReadonlyMap<string, Element[]> {
    const known = this.#labels.get(root);
    if (known) return known;
    const labels = new Map<string, Element[]>();
    for (const label of queryAll(root, 'label[for]')) {
      const target = attribute(label, 'for') ?? '';
      labels.set(target, [...(labels.get(target) ?? []), label]);
    }
    this.#labels.set(root, labels);
    return labels;
  }
}

/** Painted as dots without being a password field: sites do so to keep password managers away. */
export function isDisguised(field: Element): boolean {
  const security = valueOf(getComputedStyle(field), '-webkit-text-security');
  return security !== '' && security !== 'none';
}

function isNamed(field: Element): boolean {
  return ['aria-label', 'placeholder', 'title'].some((key) => (attribute(field, key) ?? '').trim() !== '');
}

/** Levels above a field, nodes within them, and characters, that count as "beside". */
const LEVELS = 3;
const NODES = 40;
const BESIDE_CAP = 80;

/** The few words of the closest element around that holds no other field; without links, which lead elsewhere. */
function wordsBeside(field: Element): string {
  let words = '';
  let around = parentOf(field);
  for (let level = 0; around instanceof Element && level < LEVELS; level++, around = parentOf(around)) {
    if (queryIn(around, 'input:not([type=hidden]),textarea,select').length > 1) break;
    const text = shortTextOf(around);
    if (text === undefined) break;
    words = text;
    if (sayingOf(words) !== 'nothing') break;
  }
  return words;
}

/** Undefined where there is more than a few words. */
function shortTextOf(element: Element): string | undefined {
  const walker = walkerOver(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && is(node, 'a,script,style,select,textarea,[contenteditable]')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const parts: string[] = [];
  let nodes = 0;
  while (walker.nextNode()) {
    if (++nodes > NODES) return undefined;
    const node = walker.currentNode;
    if (node.nodeType === TEXT) parts.push((node as Text).data);
    else parts.push(attribute(node as Element, 'aria-label') ?? '');
  }
  const text = squeeze(parts.join(' '));
  return text.length > BESIDE_CAP ? undefined : text;
}

const ONE_CHARACTER = 'input[maxlength="1"]';
/** Digits of a code: fewer are the parts of something else, more a puzzle. */
const CODE_LENGTH = { least: 4, most: 8 };

/** One of the boxes for the digits of a code: a few fields of one character side by side that ask for digits. */
function isDigitOfCode(field: Element): boolean {
  if (!is(field, ONE_CHARACTER)) return false;
  let around = parentOf(field);
  for (let level = 0; around instanceof Element && level < LEVELS; level++, around = parentOf(around)) {
    const { length } = queryIn(around, ONE_CHARACTER);
    if (length < CODE_LENGTH.least) continue;
    if (length > CODE_LENGTH.most) return false;
    if (is(field, '[inputmode=numeric],[inputmode=decimal],[type=tel],[type=number],[pattern]')) return true;
    return asksForDigits(`${attribute(field, 'aria-label') ?? ''} ${shortTextOf(around) ?? ''}`);
  }
  return false;
}
