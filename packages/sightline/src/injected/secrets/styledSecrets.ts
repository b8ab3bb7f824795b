import { ident } from 'css-tree/utils';
import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { safeDecode } from '../../snapshot/urls/redactUrl.ts';
import { attribute, documentProperty, matchesSelector, queryAll } from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import type { DeclaredProperties } from '../styles/DeclaredProperties.ts';
import { activeSheets, rulesOf } from '../styles/SheetCache.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { countedPlaces, hasSecretNumber } from './countedSecrets.ts';
import type { DrawnTexts } from './DrawnTexts.ts';
import { GENERATED_PARTS, isListItem, isPlacedByOthers, isShown } from './generatedPlacement.ts';
import { type SecretPlace, TOP_LAYER } from './paintedAreas.ts';

/** Drawings that are cut off at the box. */
const IN_BOX = ['background-image', 'mask-image', 'content'];
/** What writes or draws beside the box, or where in it cannot be asked. */
const AROUND_BOX = [
  'quotes',
  'hyphenate-character',
  'text-emphasis-style',
  'border-image-source',
  '-webkit-mask-box-image-source',
  '-webkit-box-reflect',
  'filter',
  'clip-path',
  'backdrop-filter',
];
const OF_LIST_ITEMS = ['list-style-type', 'list-style-image'];
/** Shows what lies behind an element at another place of it. */
const MOVES_BACKDROP = /url\(|drop-shadow\(/;

/** Where style sheets write a secret, but for the words of `::before` and `::after`, and what shows others at another place. */
export function* styledPlaces(
  root: TreeRoot,
  redactors: readonly SecretRedactor[],
  drawn: DrawnTexts,
  declared: DeclaredProperties,
): Generator<SecretPlace> {
  const repeatsSecret = (value: string): boolean => {
    if (!/["(]/.test(value)) return false;
    const words = quotedWords(value);
    return (
      (words !== '' && redactors.some((redactor) => redactor.occursIn(words))) ||
      drawn.repeatSecret(value, redactors)
    );
  };
  const page = documentProperty('documentElement');
  const others = otherTexts(root);
  const givenTo = (element: Element): boolean => saysByName(element, others.names, redactors);
  const elements = Array.from(queryAll(root, '*'));
  if (page && (others.texts.some(repeatsSecret) || (others.names.length > 0 && elements.some(givenTo))))
    yield { element: page, reach: 'everywhere' };
  const properties = askedProperties(declared);
  if (properties.all.length > 0)
    for (const element of elements) yield* placesOf(element, repeatsSecret, properties);
  if (hasSecretNumber(elements, redactors, declared))
    for (const element of elements) yield* countedPlaces(element);
}

/** Of the properties that may write or draw something, those that some style gives. */
interface AskedProperties {
  all: string[];
  inBox: string[];
  aroundBox: string[];
  ofListItems: string[];
  /** Those of `::before` and `::after`, too. */
  ofParts: boolean;
}

function askedProperties(declared: DeclaredProperties): AskedProperties {
  const [inBox, aroundBox, ofListItems] = [IN_BOX, AROUND_BOX, OF_LIST_ITEMS].map((properties) =>
    declared.among(properties),
  ) as [string[], string[], string[]];
  const all = [...inBox, ...aroundBox, ...ofListItems];
  return { all, inBox, aroundBox, ofListItems, ofParts: declared.hasParts };
}

function* placesOf(
  element: Element,
  repeatsSecret: (value: string) => boolean,
  { all, inBox, aroundBox, ofListItems, ofParts }: AskedProperties,
): Generator<SecretPlace> {
  const style = getComputedStyle(element);
  if (styleValue(style, 'display') === 'none') return;
  const saysIn = (of: CSSStyleDeclaration, properties: readonly string[]): boolean =>
    properties.some((property) => repeatsSecret(styleValue(of, property)));
  const movesBackdrop = (of: CSSStyleDeclaration): boolean =>
    aroundBox.includes('backdrop-filter') && MOVES_BACKDROP.test(styleValue(of, 'backdrop-filter'));
  if (saysIn(style, inBox))
    // That of the page is painted over all of it.
    yield isPage(element) ? { element, reach: 'everywhere' } : { element };
  const isItem = (ofListItems.length > 0 || inBox.includes('content')) && isListItem(style);
  if (saysIn(style, aroundBox) || (isItem && saysIn(style, ofListItems))) yield { element, reach: 'clip' };
  if (movesBackdrop(style)) yield { element };
  if (
    isItem &&
    inBox.includes('content') &&
    repeatsSecret(styleValue(getComputedStyle(element, '::marker'), 'content'))
  )
    yield { element, reach: 'clip' };
  if (!ofParts) return;
  for (const pseudo of matchesSelector(element, TOP_LAYER)
    ? [...GENERATED_PARTS, '::backdrop']
    : GENERATED_PARTS) {
    const made = getComputedStyle(element, pseudo);
    if (pseudo !== '::backdrop' && !isShown(made)) continue;
    const inContent =
      DATA_ADDRESS.test(styleValue(made, 'content')) && repeatsSecret(styleValue(made, 'content'));
    const properties = all.filter(
      (one) => one !== 'content' && (isListItem(made) || !ofListItems.includes(one)),
    );
    if (inContent || movesBackdrop(made) || saysIn(made, properties))
      yield { element, reach: isPlacedByOthers(made, pseudo) ? 'everywhere' : 'clip' };
  }
}

const DATA_ADDRESS = /url\(["']?data:/i;

const isPage = (element: Element): boolean =>
  element === documentProperty('body') || element === documentProperty('documentElement');

/** The strings of a value, as one text: what is in an address is not painted. */
const quotedWords = (value: string): string =>
  Array.from(value.replace(ADDRESS, '').matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, words = '']) =>
    words.replace(/\\(.)/g, '$1'),
  ).join('');

const ADDRESS = /url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)/g;

/** What is written by rules of no element that can be asked: styles of counters, and of pseudo-elements that only some elements have. */
interface OtherTexts {
  texts: string[];
  /** Attributes and custom properties (`--x`) whose values they write. */
  names: string[];
}

function otherTexts(root: TreeRoot): OtherTexts {
  const texts = activeSheets(root).flatMap((sheet) => [...textsOf(sheet)]);
  const names = texts.flatMap((text) =>
    Array.from(text.matchAll(NAMED_VALUE), ([, name = '']) => ident.decode(name)),
  );
  return { texts, names: [...new Set(names)] };
}

/** With letters of any script, and escapes. */
const NAMED_VALUE = /\b(?:attr|var|inherit)\(\s*((?:[\w-]|[^\0-\x7f]|\\[\da-f]{1,6}\s?|\\.)+)/gi;

/** Whether it is a secret what an element gives under one of these names. */
function saysByName(
  element: Element,
  names: readonly string[],
  redactors: readonly SecretRedactor[],
): boolean {
  const style = getComputedStyle(element);
  return names.some((name) => {
    const value = name.startsWith('--') ? styleValue(style, name) : (attribute(element, name) ?? '');
    return redactors.some((redactor) => redactor.occursIn(value));
  });
}

function* textsOf(sheet: CSSStyleSheet): Generator<string> {
  const rules = rulesOf(sheet);
  if (rules) yield* textsOfRules(rules, false);
  // Of an origin of its own, which no script may read.
  else if (sheet.href?.startsWith('data:')) yield `"${safeDecode(sheet.href).replaceAll('"', ' ')}"`;
}

/** `isOther`: they stand in a rule of such a pseudo-element. */
function* textsOfRules(rules: ArrayLike<CSSRule>, isOther: boolean): Generator<string> {
  for (const rule of Array.from(rules)) {
    if (rule instanceof CSSImportRule && rule.styleSheet) yield* textsOf(rule.styleSheet);
    const isOfOther =
      isOther || (rule instanceof CSSStyleRule && OTHER_PSEUDO_ELEMENT.test(rule.selectorText));
    if (isOfOther && 'style' in rule) yield (rule.style as CSSStyleDeclaration).cssText;
    if (WRITTEN_ELSEWHERE.test(rule.constructor.name)) yield rule.cssText;
    else if ('cssRules' in rule) yield* textsOfRules(rule.cssRules as CSSRuleList, isOfOther);
  }
}

/** What any rule may write by its name. */
const WRITTEN_ELSEWHERE = /^CSS(?:CounterStyle|Function|Keyframes|Property)Rule$/;
const OTHER_PSEUDO_ELEMENT = /::(?!(?:before|after|marker|backdrop|slotted|part)\b)|::(?:before|after)\s*::/i;
