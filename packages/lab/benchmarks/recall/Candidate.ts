import { Flag, type Page, type PageNode } from '../../../sightline/src/index.ts';

const TAGS = new Set(['button', 'input', 'select', 'textarea', 'summary']);
const ROLES = new Set(
  'button link checkbox radio switch tab textbox searchbox combobox listbox option menuitem menuitemcheckbox menuitemradio slider spinbutton treeitem'.split(
    ' ',
  ),
);

/** An element that a question may mean, and the words on it. */
export class Candidate {
  readonly node: PageNode;
  readonly name: string;
  readonly text: string;
  readonly attributes: string;

  constructor(node: PageNode) {
    this.node = node;
    const inside = [...descendants(node)];
    this.name = node.name;
    this.text = inside
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 300);
    // The class and file names of icons say what they show: those of what is inside count as its own.
    this.attributes = [node, ...inside.slice(0, 12)]
      .flatMap(({ attributes }) => Object.values(attributes))
      .join(' ')
      .slice(0, 600);
  }

  /** What names the element in one capture. */
  get key(): string {
    return keyOf(this.node);
  }

  /** All words on it. */
  get words(): string {
    return `${this.name} ${this.text} ${this.attributes}`;
  }
}

export const keyOf = ({ document, id }: PageNode): string => `${document.key}/${id}`;

export const candidatesOf = (page: Page): Candidate[] =>
  page.nodes.filter(isUsable).map((node) => new Candidate(node));

/** What a person can use, visible or not: a question may mean what a closed menu holds. */
function isUsable(node: PageNode): boolean {
  const { tag, role, attributes } = node;
  if (!node.isElement || ['html', 'body', 'label', 'option'].includes(tag)) return false;
  if (TAGS.has(tag)) return attributes.type !== 'hidden';
  if (tag === 'a' || ROLES.has(role ?? '')) return true;
  return (
    node.has(Flag.Listener | Flag.Pointer | Flag.Editable | Flag.TabIndex) ||
    'onclick' in attributes ||
    '.pointer' in attributes
  );
}

function* descendants(node: PageNode): Generator<PageNode> {
  for (const child of node.children) {
    yield child;
    yield* descendants(child);
  }
}
