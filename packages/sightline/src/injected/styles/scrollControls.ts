import { queryAll } from '../dom/dom.ts';
import { generatedWords } from './GeneratedText.ts';
import { styleValue } from './StyleCache.ts';

/** Of other directions than those in which a box scrolls, the browser answers with the style of some button. */
const DIRECTIONS = { x: ['left', 'right'], y: ['up', 'down'] };

/** Elements asked for a marker, in one box. */
const MAX_MARKED = 200;

/**
 * The buttons and markers that a style sheet makes the browser draw for a box that scrolls (CSS Overflow 5, section 4), by
 * their words, or the direction of a button without words; '' for none. They are no elements: no number can lead to them.
 */
export function scrollControls(scroller: Element, axes: readonly ('x' | 'y')[]): string {
  const directions = axes.flatMap((axis) => DIRECTIONS[axis]);
  const buttons = directions.flatMap((direction) => {
    const pseudo = `::scroll-button(${direction})`;
    return isGenerated(scroller, pseudo) ? [generatedWords(scroller, pseudo) || direction] : [];
  });
  const markers =
    styleValue(getComputedStyle(scroller), 'scroll-marker-group') === 'none'
      ? []
      : Array.from(queryAll(scroller, '*'))
          .slice(0, MAX_MARKED)
          .filter((item) => isGenerated(item, '::scroll-marker'))
          .map((item) => generatedWords(item, '::scroll-marker'));
  return [listed('buttons', [...new Set(buttons)]), listed('markers', markers)].filter(Boolean).join('; ');
}

const isGenerated = (element: Element, pseudo: string): boolean =>
  !['none', 'normal', ''].includes(styleValue(getComputedStyle(element, pseudo), 'content'));

function listed(kind: string, names: readonly string[]): string {
  const named = names.filter((name) => name !== '');
  if (names.length === 0) return '';
  return named.length === 0
    ? `${names.length} ${kind}`
    : `${kind} ${named.map((name) => `"${name}"`).join(', ')}`;
}
