import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import { queryAll } from '../dom/dom.ts';
import { addBox } from '../layout/addBox.ts';
import { generatedWords } from './GeneratedText.ts';
import { styleValue } from './StyleCache.ts';

/** Elements asked for a marker, in one box. */
const MAX_MARKED = 200;

const BUTTONS = ['left', 'right', 'up', 'down'].map((direction) => `::scroll-button(${direction})`);

/**
 * The buttons and markers that a style sheet makes the browser draw for a box that scrolls (CSS Overflow 5, section 4), as rows
 * that follow it. They are no elements, and only the protocol of the browser knows their boxes: the row of the box names their
 * elements as `.scrollControls`, and what is set for these before the next capture is written then. `origin`: see `scrollOrigin`.
 */
export function addScrollControls(
  scroller: Element,
  row: number,
  origin: { right: boolean; bottom: boolean },
  context: CaptureContext,
): void {
  const { snapshot, registry } = context;
  const marked = markedIn(scroller);
  const hasButtons = BUTTONS.some((pseudo) => isGenerated(scroller, pseudo));
  if (!hasButtons && marked.length === 0) return;
  const ids = [...(hasButtons ? [scroller] : []), ...marked].map((owner) => registry.idOf(owner));
  snapshot.addAttribute(row, '.scrollControls', ids.join());
  let markers = 0;
  for (const { id, pseudo } of registry.scrollControlsOf(scroller)) {
    const owner = registry.element(id);
    const rect = registry.scrollControlRect(id);
    if (!owner || !rect || styleValue(getComputedStyle(owner, pseudo), 'visibility') !== 'visible') continue;
    const [tag = '', isButton] = [pseudo.replace(/\(.*/, ''), pseudo.startsWith('::scroll-button')];
    const [direction, isAtEnd] = isButton ? wayOf(pseudo, scroller, origin) : [`to ${++markers}`, false];
    const role = isButton ? 'button' : markerRole(scroller);
    const own = snapshot.addRow(snapshot.parents[row] as number, snapshot.strings.add(tag), id, null);
    snapshot.addFlags(own, addBox(own, rect, context) | (isAtEnd ? Flag.Disabled : 0));
    snapshot.rows.role[own] = snapshot.strings.add(role);
    snapshot.addAttribute(own, 'role', role);
    const words = generatedWords(owner, pseudo);
    snapshot.name(own, words || `scroll ${direction}`);
    if (words === '') continue;
    const text = snapshot.addRow(own, context.textTagIndex, 0, null);
    snapshot.rows.text[text] = snapshot.strings.add(words);
  }
}

function markedIn(scroller: Element): Element[] {
  if (styleValue(getComputedStyle(scroller), 'scroll-marker-group') === 'none') return [];
  const items = Array.from(queryAll(scroller, '*')).slice(0, MAX_MARKED);
  return items.filter((item) => isGenerated(item, '::scroll-marker'));
}

const isGenerated = (element: Element, pseudo: string): boolean =>
  !['none', 'normal', ''].includes(styleValue(getComputedStyle(element, pseudo), 'content'));

const markerRole = (scroller: Element): string =>
  styleValue(getComputedStyle(scroller), 'scroll-marker-group').includes('tabs') ? 'tab' : 'link';

/** Where a button scrolls to, and whether there is nothing left to scroll that way: the browser disables it then. */
function wayOf(
  pseudo: string,
  scroller: Element,
  origin: { right: boolean; bottom: boolean },
): [string, boolean] {
  const isEnd = pseudo.includes('-end');
  const isHorizontal = styleValue(getComputedStyle(scroller), 'writing-mode') === 'horizontal-tb';
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller;
  if (pseudo.includes('inline') === isHorizontal)
    return [
      isEnd === origin.right ? 'left' : 'right',
      isScrolled(scrollLeft, scrollWidth - clientWidth, isEnd),
    ];
  return [isEnd === origin.bottom ? 'up' : 'down', isScrolled(scrollTop, scrollHeight - clientHeight, isEnd)];
}

const isScrolled = (offset: number, most: number, toEnd: boolean): boolean =>
  toEnd ? Math.abs(offset) >= most - 1 : Math.abs(offset) < 1;
