import { stripInvisible } from '../../render/escape.ts';
import type { RefEntry } from './RefRegistry.ts';

/** An element as it was last told, by which it can be found again in another session. */
export interface ElementDescriptor {
  role: string;
  name: string;
  tag?: string;
  /** Address of the innermost region around it. */
  landmark?: string;
  heading?: string;
  /** The row, card or other item that it stands in. */
  item?: string;
  /** Its place among the elements of the page with the same role and name, from 0. */
  nth?: number;
}

export function describeElement({ lastShown: { role, name, identifiedBy } }: RefEntry): ElementDescriptor {
  const description = { role, name: stripInvisible(name) };
  if (!identifiedBy || !('node' in identifiedBy)) return description;
  const { node, pageState } = identifiedBy;
  const { landmarkIndex } = pageState;
  const item = pageState.itemContexts.get(node);
  const region = landmarkIndex.regionOf(node);
  const heading = landmarkIndex.headingOf(node);
  const lookalikes = pageState.visibility.page.nodes.filter(
    (one) => one.role === role && one.name === name && pageState.visibility.interactive[one.index] === 1,
  );
  return {
    ...description,
    tag: stripInvisible(node.tag),
    ...(region && { landmark: stripInvisible(region.address) }),
    ...(heading && { heading: stripInvisible(heading.text) }),
    ...(item && { item: `${item.kind} "${stripInvisible(item.label)}"` }),
    nth: Math.max(0, lookalikes.indexOf(node)),
  };
}
