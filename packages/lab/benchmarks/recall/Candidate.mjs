import { Flag } from '../../../sightline/dist/index.js';

/** @typedef {import('../../../sightline/dist/index.js').PageNode} PageNode */

const tags = new Set(['button', 'input', 'select', 'textarea', 'summary']);
const roles = new Set(
  'button link checkbox radio switch tab textbox searchbox combobox listbox option menuitem menuitemcheckbox menuitemradio slider spinbutton treeitem'.split(
    ' ',
  ),
);

/** What a person can use, shown or not, since a question may mean what a closed menu holds. @param {PageNode} node */
function isUsable(node) {
  const { tag, role, attributes } = node;
  if (!node.isElement || ['html', 'body', 'label', 'option'].includes(tag)) return false;
  if (tags.has(tag)) return attributes.type !== 'hidden';
  if (tag === 'a' || roles.has(role)) return true;
  return node.has(Flag.Listener | Flag.Pointer | Flag.Editable | Flag.TabIndex) || 'onclick' in attributes;
}

/** An element that a question may mean, and the words that stand on it. */
export class Candidate {
  /** @param {PageNode} node */
  constructor(node) {
    this.node = node;
    const inside = [...descendants(node)];
    this.name = node.name;
    this.text = inside
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 300);
    // Icons tell what they show by their class and file names: those of what it holds count as its own.
    this.attributes = [node, ...inside.slice(0, 12)]
      .flatMap(({ attributes }) => Object.values(attributes))
      .join(' ')
      .slice(0, 600);
  }
}

/** All words that stand on it. @param {Candidate} candidate */
export const textOf = ({ name, text, attributes }) => `${name} ${text} ${attributes}`;

/** @param {import('../../../sightline/dist/index.js').Page} page */
export function candidatesOf(page) {
  return page.nodes.filter(isUsable).map((node) => new Candidate(node));
}

function* descendants(node) {
  for (const child of node.children) {
    yield child;
    yield* descendants(child);
  }
}
