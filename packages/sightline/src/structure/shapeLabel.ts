import { area, type Box } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';

/** Shapes of a drawing on which words stand. */
const SHAPES = new Set('rect path circle ellipse polygon'.split(' '));
/** Groups around a shape, and nodes in each, that are looked through. */
const MAX_DEPTH = 3;
const MAX_NODES = 60;

/**
 * The words that stand on a shape without a name, in the smallest group of the drawing that has any: the node of a diagram, a
 * bar with its figure. '' where there are none, or where a smaller shape of the group has them.
 */
export function shapeLabel(node: PageNode): string {
  if (node.name !== '' || !SHAPES.has(node.tag) || !node.box) return '';
  let group = node.parent;
  for (let depth = 0; group?.tag === 'g' && depth < MAX_DEPTH; depth++, group = group.parent) {
    const inside = nodesIn(group);
    if (!inside) return '';
    const words = inside.filter((one) => one.tag === 'text' && standsOn(one, node));
    if (words.length === 0) continue;
    const isSmallest = !inside.some(
      (one) => isSmaller(one, node) && words.every((word) => standsOn(word, one)),
    );
    return isSmallest ? collapseSpaces(words.map(textIn).join(' ')) : '';
  }
  return '';
}

function nodesIn(group: PageNode): PageNode[] | undefined {
  if (group.end - group.index > MAX_NODES) return undefined;
  const found: PageNode[] = [];
  const visit = (node: PageNode): void => {
    found.push(node);
    node.children.forEach(visit);
  };
  group.children.forEach(visit);
  return found;
}

/** By their middle: words may be wider than what they stand on. */
function standsOn({ box: words }: PageNode, { box: shape }: PageNode): boolean {
  if (!words || !shape) return false;
  const [x, y] = [words.x + words.width / 2, words.y + words.height / 2];
  return x >= shape.x && x <= shape.x + shape.width && y >= shape.y && y <= shape.y + shape.height;
}

const isSmaller = (one: PageNode, other: PageNode): boolean =>
  SHAPES.has(one.tag) && area(one.box as Box) < area(other.box as Box);

const textIn = (node: PageNode): string => (node.isText ? node.text : node.children.map(textIn).join(''));
