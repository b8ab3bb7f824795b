import { attribute, documentProperty, queryAll, textContent } from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import { activeSheets, rulesOf } from './SheetCache.ts';

/** A property whose value has a string or a function in it. What a string holds may look like one, too: that is one too many. */
const DECLARATION = /([\w-]+)\s*:[^;"'(]*["'(]/g;
const COUNTER = /counter-(?:reset|set|increment)\s*:/;
/** In the text of an attribute; those of rules are in their plain form. */
const ESCAPE_OR_COMMENT = /\\|\/\*/;
const PART = /:(?:before|after)|backdrop/i;
/** Properties that an attribute may give, and an animation of a drawing. */
const ATTRIBUTES = ['background', 'filter', 'mask', 'clip-path'];
const GIVEN_BY_ATTRIBUTE = [...ATTRIBUTES.map((name) => `[${name}]`), 'animate', 'set'].join();

/**
 * Which properties the styles of a page give a string or a function (`url()`, `var()`) anywhere, read anew each time: to ask every
 * element for every property takes far longer. May be any, where a style cannot be read.
 */
export class DeclaredProperties {
  readonly #names = new Set<string>();
  #isUnknown = false;
  #hasCounters = false;
  #hasParts = false;
  #overridesDirection = false;

  constructor(roots: readonly TreeRoot[]) {
    for (const root of roots) {
      this.#readAnimations(root);
      this.#overridesDirection ||= hasOverride(root);
      for (const sheet of activeSheets(root)) this.#readSheet(sheet);
      for (const element of queryAll(root, '[style]')) this.#readAttribute(attribute(element, 'style') ?? '');
      if (queryAll(root, GIVEN_BY_ATTRIBUTE).length > 0) for (const name of ATTRIBUTES) this.#names.add(name);
    }
  }

  /** Those that some element may have, also by a shorthand. */
  among(properties: readonly string[]): string[] {
    return properties.filter((property) => this.has(property));
  }

  has(property: string): boolean {
    const name = withoutPrefix(property);
    return this.#isUnknown || [...this.#names].some((one) => name === one || name.startsWith(`${one}-`));
  }

  /** Whether something may be counted. */
  get hasCounters(): boolean {
    return this.#isUnknown || this.#hasCounters;
  }

  /** Whether some element may have a `::before`, an `::after` or a backdrop of its own. */
  get hasParts(): boolean {
    return this.#isUnknown || this.#hasParts;
  }

  /** Whether letters of some element may run against their own direction. */
  get overridesDirection(): boolean {
    return this.#isUnknown || this.#overridesDirection;
  }

  /** Keyframes that a script has given stand in no style: those of `element.animate()`, and others in place of a sheet's. */
  #readAnimations(root: TreeRoot): void {
    for (const property of new Set(animationsIn(root).flatMap(animatedProperties))) {
      this.#names.add(withoutPrefix(property));
      this.#hasCounters ||= property.startsWith('counter-');
    }
  }

  #readSheet(sheet: CSSStyleSheet): void {
    const rules = rulesOf(sheet);
    if (rules) this.#readRules(rules);
    else this.#isUnknown = true;
  }

  #readRules(rules: ArrayLike<CSSRule>): void {
    for (const rule of Array.from(rules)) {
      if (rule instanceof CSSImportRule && rule.styleSheet) this.#readSheet(rule.styleSheet);
      if ('style' in rule) this.#readDeclarations((rule.style as CSSStyleDeclaration).cssText);
      if (rule instanceof CSSStyleRule) this.#hasParts ||= PART.test(rule.selectorText);
      if ('cssRules' in rule) this.#readRules(rule.cssRules as CSSRuleList);
    }
  }

  #readAttribute(text: string): void {
    if (ESCAPE_OR_COMMENT.test(text)) this.#isUnknown = true;
    else this.#readDeclarations(text.toLowerCase());
  }

  #readDeclarations(text: string): void {
    this.#hasCounters ||= COUNTER.test(text);
    this.#overridesDirection ||= text.includes('override');
    for (const [, name = ''] of text.matchAll(DECLARATION)) this.#names.add(withoutPrefix(name));
  }
}

/** By an element, or a character (RIGHT-TO-LEFT OVERRIDE and its like). */
const hasOverride = (root: TreeRoot): boolean =>
  queryAll(root, 'bdo').length > 0 ||
  /[\u202d\u202e]/.test(
    textContent(root instanceof ShadowRoot ? root : (documentProperty('documentElement') ?? root)),
  );

const withoutPrefix = (property: string): string => property.replace(/^-webkit-/, '');

function animationsIn(root: TreeRoot): Animation[] {
  const { getAnimations } = root instanceof ShadowRoot ? ShadowRoot.prototype : Document.prototype;
  return getAnimations.call(root);
}

/** By their names in style sheets. */
function animatedProperties({ effect }: Animation): string[] {
  const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
  return keyframes.flatMap((keyframe) => Object.keys(keyframe).map(cssName));
}

/** `listStyleType` as `list-style-type`, `webkitBoxReflect` as `-webkit-box-reflect`. */
const cssName = (key: string): string =>
  key.replace(/^webkit(?=[A-Z])/, '-webkit').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
