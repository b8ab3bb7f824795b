import type { PageNode } from '../snapshot/Page.ts';
import { isRemoved, type Visibility } from './Visibility.ts';

/** What shows a field or its choice in its place, what is between the two, and the arrow of a combobox: no things of their own. */
export function partsOfFields(visibility: Visibility): ReadonlySet<PageNode> {
  const shown = [...visibility.visibleProxies].filter(([control]) => !isRemoved(visibility, control));
  return new Set(shown.flatMap(([control, proxy]) => partsOf(control, proxy, visibility)));
}

function partsOf(control: PageNode, proxy: PageNode, { page }: Visibility): PageNode[] {
  const parts = [proxy];
  if (!proxy.contains(control)) return parts;
  for (let one = control.parent; one && one !== proxy; one = one.parent) parts.push(one);
  if (control.role !== 'combobox') return parts;
  const symbols = page.descendants(proxy).filter(({ attributes }) => attributes['aria-hidden'] === 'true');
  return parts.concat(
    symbols
      .map((node) => page.subtree(node))
      .filter((inside) => inside.some(isOpener))
      .flat(),
  );
}

/**
 * As far as classes and names of icons say so: a symbol that is hidden from assistive technology, as all of the control opens the
 * list. What clears the choice is none.
 */
const OPENER = /(?:^|[-_\s])(?:arrow|caret|chevron|down|expand|indicator|toggle)(?:$|[-_\s])/i;

const isOpener = ({ isElement, attributes, name }: PageNode): boolean =>
  isElement && OPENER.test(`${attributes.class ?? ''} ${name}`);
