import type { PageNode } from './Page.ts';

const MIN_WIDTH = 12;
const MIN_HEIGHT = 8;

/** An editor of code or a terminal takes keys by a field that is hardly there, and shows its text beside it. */
export const isTypedThrough = (node: PageNode): boolean =>
  node.tag === 'textarea' &&
  (isHardlyThere(node) || (node.parent !== undefined && isHardlyThere(node.parent)));

const isHardlyThere = ({ box }: PageNode): boolean =>
  box !== undefined && (box.width < MIN_WIDTH || box.height < MIN_HEIGHT);
