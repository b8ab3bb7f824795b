import { TEST_ID_ATTRIBUTES } from '../../snapshot/capturedAttributes.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import { tooltipOf } from '../../structure/attributeHint.ts';
import { optionsOf } from '../../structure/compoundParts.ts';
import { adjacentContext } from '../../structure/itemContexts.ts';
import { replacedLabel } from '../../structure/replacedLabel.ts';
import { shapeLabel } from '../../structure/shapeLabel.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import type { IconKeywords } from '../words/IconKeywords.ts';
import { findIconSymbol, type IconSymbol } from '../words/iconSymbols.ts';
import type { Tokenizer } from '../words/Tokenizer.ts';
import { hiddenBoxAround, labelTexts } from './hiddenBox.ts';

/**
 * The tiers of words (after Prune4Web): 0 visible, 1 accessible names and hints, 2 names in the code; 3 of the place on the page that
 * it leads to.
 */
export type LabelTier = 0 | 1 | 2 | 3;

/** The words for an element, by tier. Folded, in order. */
export type CandidateLabels = [seen: readonly string[], hinted: readonly string[], coded: readonly string[]];

/** Most options of a select, and most words of a label. */
const MAX_OPTIONS = 60;
const MAX_WORDS = 60;

/** Collects the words by which an element may be called. */
export function candidateLabels(
  node: PageNode,
  visibility: Visibility,
  tokenizer: Tokenizer,
): CandidateLabels {
  const text = innerText(node, visibility).trim();
  const visible = tokenizer.words(text);
  const hinted = hintWords(node, tokenizer);
  for (const identifier of text.match(CAMEL_CASE) ?? [])
    hinted.push(...tokenizer.identifierWords(identifier));
  const symbol = symbolOf(node, visibility);
  if (symbol) hinted.push(...symbol.words.filter((word) => !hinted.includes(word)));
  else if (visible.length === 0 && isNamedByExample(node)) {
    const label = labelBeside(node, visibility);
    hinted.push(...tokenizer.words(label), ...(findIconSymbol(label)?.words ?? []));
  }
  return [limitWords(visible), limitWords(hinted), limitWords(codeWords(node, visibility, tokenizer))];
}

/** Words written as one: `DocumentRoot`, `addEventListener`. */
const CAMEL_CASE = /\b[A-Za-z]*[a-z][A-Z][A-Za-z\d]*/g;

/** A field whose name is what may be typed into it: words before it say more. */
const isNamedByExample = ({ name, attributes }: PageNode): boolean =>
  name === '' || name === attributes.placeholder;

/** What labels a control in all but markup; in a closed part, where nothing has a place, the words of its box. */
function labelBeside(node: PageNode, visibility: Visibility): string {
  const label =
    replacedLabel(node) || (node.name === '' ? (adjacentContext(node, visibility)?.label ?? '') : '');
  if (label !== '') return label;
  const box = hiddenBoxAround(node, visibility);
  return box ? labelTexts(box, visibility).join(' ') : '';
}

function limitWords(words: readonly string[]): readonly string[] {
  return words.length > MAX_WORDS ? words.slice(0, MAX_WORDS) : words;
}

/** The symbol that is the whole text of an element, unless the element has another name (`aria-label`). */
function symbolOf(node: PageNode, visibility: Visibility): IconSymbol | undefined {
  const text = innerText(node, visibility).trim();
  return text === '' || node.name === '' || node.name === text
    ? findIconSymbol(text || node.name)
    : undefined;
}

/** Text in the element; hidden text only if the element itself is hidden. */
function innerText(node: PageNode, visibility: Visibility): string {
  const { nodes } = visibility.page;
  if (node.tag === 'select' || node.tag === 'textarea') return '';
  const isHidden = isRemoved(visibility, node);
  let text = '';
  for (let i = node.index + 1; i < node.end && text.length < 400; i++) {
    const inner = nodes[i] as PageNode;
    if (inner.isText && (isHidden || !isRemoved(visibility, inner))) text += `${inner.text} `;
  }
  return text;
}

const HINT_ATTRIBUTES = [
  'aria-label',
  'placeholder',
  'alt',
  'title',
  '.value',
  'aria-valuetext',
  'aria-description',
];

function hintWords(node: PageNode, tokenizer: Tokenizer): string[] {
  const { attributes } = node;
  const words = new Set(tokenizer.words(node.name));
  for (const key of HINT_ATTRIBUTES) addAll(words, tokenizer.words(attributes[key] ?? ''));
  addAll(words, tokenizer.words(tooltipOf(node)));
  addAll(words, tokenizer.words(shapeLabel(node)));
  if (FIELD_TAGS.has(node.tag) && isNamedByExample(node)) addAll(words, tokenizer.words(titleAround(node)));
  if (attributes.type !== 'hidden') addAll(words, tokenizer.words(attributes.value ?? ''));
  if (node.tag === 'select')
    for (const { label } of optionsOf(node).slice(0, MAX_OPTIONS)) addAll(words, tokenizer.words(label));
  return [...words];
}

/** Boxes around a field of which the browser shows the title over it. */
const MAX_TITLED = 2;

function titleAround({ parent }: PageNode): string {
  for (let box = parent, up = 0; box && up < MAX_TITLED; box = box.parent, up++)
    if (box.attributes.title) return box.attributes.title;
  return '';
}

function addAll(words: Set<string>, more: readonly string[]): void {
  for (const word of more) words.add(word);
}

const TOGGLE = /^(?:toggler?|opener)$/;
/** What a control opens and closes, by the name that the author gave it. */
const TOGGLE_ATTRIBUTES = ['data-toggle', 'data-bs-toggle', 'data-target', 'data-bs-target'];

const CODE_ATTRIBUTES = [
  'id',
  'name',
  'class',
  ...TEST_ID_ATTRIBUTES,
  ...TOGGLE_ATTRIBUTES,
  'autocomplete',
  'list',
  'for',
];

/** Names that the author gave: to the element, to its icon (`fa-trash`), to the target of its link. */
function codeWords(node: PageNode, visibility: Visibility, tokenizer: Tokenizer): string[] {
  const words = new Set<string>();
  const addWords = (more: readonly string[], isIcon = false): void => {
    for (const word of more) if (!NOISE_WORDS.has(word) || (isIcon && ICON_WORDS.has(word))) words.add(word);
  };
  const addIdentifier = (name: string | undefined, isIcon = false): void => {
    for (const one of name?.split(' ') ?? []) {
      const parts = tokenizer.identifierWords(one);
      // `nav-toggle`: what it opens says what it is.
      if (parts.some((part) => TOGGLE.test(part))) addAll(words, parts);
      else addWords(parts, isIcon);
    }
  };
  /** `search-box`, its title, and the icon in it: the box around a control says what that is for. */
  const addBox = (box: PageNode): void => {
    for (const key of ['id', 'class'] as const) addIdentifier(box.attributes[key]);
    for (const key of ['title', 'aria-label'] as const) addWords(tokenizer.words(box.attributes[key] ?? ''));
    for (const inner of visibility.page.descendants(box))
      if (inner.isElement && inner.end === inner.index + 1 && inner !== node)
        addIdentifier(inner.attributes.class, true);
  };
  const { attributes } = node;
  for (const key of CODE_ATTRIBUTES) addIdentifier(attributes[key]);
  addIdentifier(attributes['.icon'], true);
  addIdentifier(urlPath(attributes.href));
  addIdentifier(urlPath(attributes.src));
  if (node.tag === 'input' && attributes.type) addWords([attributes.type]);
  if (isNamedByExample(node)) for (const box of boxesOfOne(node, visibility)) addBox(box);
  for (let i = node.index + 1; i < Math.min(node.end, node.index + 8); i++) {
    const inner = visibility.page.nodes[i] as PageNode;
    if (inner.isText) continue;
    const isIcon = inner.end === inner.index + 1 || inner.tag === 'svg';
    addIdentifier(inner.attributes.class, isIcon);
    addIdentifier(inner.attributes.id, isIcon);
    addIdentifier(inner.attributes.name, isIcon);
    addWords(tokenizer.words(inner.name));
    addIdentifier(fileName(inner.attributes.src));
    addIdentifier(inner.attributes.href);
  }
  return [...words];
}

/** Boxes around a control, and nodes in one, that are held against it. */
const MAX_BOXES = 3;
const MAX_BOX_NODES = 10;

/** The small boxes around a control that hold nothing else to use, and no words. */
function boxesOfOne(node: PageNode, { page }: Visibility): PageNode[] {
  const boxes: PageNode[] = [];
  for (let box = node.parent; box && boxes.length < MAX_BOXES; box = box.parent) {
    if (box.end - box.index > MAX_BOX_NODES || box.tag === 'body') break;
    const inside = page.descendants(box).filter((one) => !node.contains(one));
    if (inside.some((one) => (one.isText ? one.text.trim() !== '' : one !== node && CONTROLS.has(one.tag))))
      break;
    boxes.push(box);
  }
  return boxes;
}

const CONTROLS: ReadonlySet<string> = new Set('a button input select textarea'.split(' '));

/** The words of class and file names of the icons in an element, by name. */
function iconNames(node: PageNode, visibility: Visibility, tokenizer: Tokenizer): (readonly string[])[] {
  const names: (readonly string[])[] = [];
  for (let i = node.index; i < Math.min(node.end, node.index + 8); i++) {
    const { class: classes, src, href } = (visibility.page.nodes[i] as PageNode).attributes;
    for (const name of (classes ?? '').split(' ')) names.push(tokenizer.identifierWords(name));
    names.push(tokenizer.identifierWords(fileName(src)));
    // `<use href="#trash">`; but the target of a link is no icon.
    if (i > node.index) names.push(tokenizer.identifierWords(/#(.+)/.exec(href ?? '')?.[1] ?? ''));
  }
  return names.filter((words) => words.length > 0);
}

/** Words of CSS and script frameworks and URLs that half of all elements have. */
const NOISE_WORDS = new Set(
  (
    'btn button btns link a item nav navbar icon icons fa fas far fab svg img lg md sm xs xl col row flex text bg d p m px py mx my ' +
    'mt mb ml mr ms me pt pb primary secondary default active disabled control form input group field w h auto js css html htm php ' +
    'http https www com org net index material i mui ant el is has the link list container wrapper inner outer'
  ).split(' '),
);

/** Those of them that say what an icon shows: `fa-link`, `list-ul`. */
const ICON_WORDS = new Set('link list text form input row col group item index control'.split(' '));

function urlPath(url: string | undefined): string {
  if (url === undefined) return '';
  return url.startsWith('data:') || url.startsWith('javascript:')
    ? ''
    : url.replace(/^[a-z]+:\/\/[^/]+/i, '').slice(0, 120);
}

function fileName(url: string | undefined): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(urlPath(url))?.[1] ?? '';
}

/** Keywords of an element without words in Latin letters: of its icon, of a symbol that stands for one, of its position. */
export function iconKeywordsOf(
  node: PageNode,
  [visible, hinted]: CandidateLabels,
  visibility: Visibility,
  icons: IconKeywords,
  tokenizer: Tokenizer,
): string[] {
  const symbol = symbolOf(node, visibility);
  if (symbol) return icons.keywordsFor(symbol.iconWords);
  if (hasLatinWords(visible) || hasLatinWords(hinted)) return [];
  const emoji = emojiIn(innerText(node, visibility) || node.name);
  if (emoji.length > 0) return emoji.flatMap((one) => icons.keywordsFor([one]));
  const words = iconNames(node, visibility, tokenizer).flatMap((name) => icons.keywordsFor(name));
  return isSelectAll(node) ? [...words, 'select', 'all'] : words;
}

const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** How it is painted: as an emoji, in a colour of skin. */
const EMOJI_STYLE = /[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu;
/** Stateless. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function emojiIn(text: string): string[] {
  if (!EMOJI.test(text)) return [];
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters
    .filter((character) => EMOJI.test(character))
    .map((character) => character.replace(EMOJI_STYLE, ''));
}

/** Icons are known by English words: a label in another script, or a number, says nothing else in those. */
export const hasLatinWords = (words: readonly string[]): boolean => words.some((word) => /[a-z]/.test(word));

/** A checkbox in a column header selects all rows. */
function isSelectAll(node: PageNode): boolean {
  return node.role === 'checkbox' && node.closest(({ role }) => role === 'columnheader') !== undefined;
}
