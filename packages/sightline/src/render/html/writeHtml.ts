import { type HtmlElement, type HtmlNode, isBlankNode, isBlockTag, VOID_TAGS } from './HtmlTree.ts';

/**
 * HTML text: elements with blocks in them have their tags on lines of their own, others are written on one line.
 * Parsing it gives the same tree, except for white space between elements.
 */
export function writeHtml(nodes: readonly HtmlNode[]): string {
  const lines: string[] = [];
  writeNodes(nodes, 0, lines);
  return lines.join('\n');
}

export function openingTag({ tag, attributes }: HtmlElement): string {
  const written = Array.from(attributes, ([name, value]) =>
    value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tag}${written.join('')}>`;
}

export function closingTag({ tag }: HtmlElement): string {
  return VOID_TAGS.has(tag) ? '' : `</${tag}>`;
}

/** Escapes page text, also in attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] as string);
}

function writeNodes(nodes: readonly HtmlNode[], depth: number, lines: string[]): void {
  const hasText = nodes.some((node) => node.kind === 'text' && !isBlankNode(node));
  let line = '';
  const flush = (): void => {
    const written = line.replace(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/g, '');
    if (written !== '') lines.push(' '.repeat(depth) + written);
    line = '';
  };
  for (const node of nodes) {
    if (node.kind === 'break') flush();
    else if (node.kind === 'text') line += escapeText(node.text);
    else if (node.kind === 'note') {
      flush();
      lines.push(`${' '.repeat(depth)}${commentText(node.text)}`);
    } else if (isInlineElement(node)) {
      if (!hasText) flush();
      line += inlineElement(node);
    } else {
      flush();
      writeBlock(node, depth, lines);
    }
  }
  flush();
}

function writeBlock(element: HtmlElement, depth: number, lines: string[]): void {
  const indent = ' '.repeat(depth);
  const { children, tag } = element;
  if (VOID_TAGS.has(tag)) lines.push(indent + openingTag(element));
  else if (tag === 'pre' || children.every((child) => isInline(child)))
    lines.push(indent + inlineElement(element));
  else {
    lines.push(indent + openingTag(element));
    writeNodes(children, depth + 1, lines);
    lines.push(indent + closingTag(element));
  }
}

/** In these elements white space is content, except a line break at the start, which the parser drops. */
const PREFORMATTED_TAGS = new Set(['pre', 'textarea']);

/** An element on one line. */
function inlineElement(element: HtmlElement): string {
  const { tag, children } = element;
  const content = inlineContent(children, tag);
  const kept = PREFORMATTED_TAGS.has(tag)
    ? content
    : content.replace(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/g, (edge) => edgeSpace(edge, tag));
  const first = PREFORMATTED_TAGS.has(tag) && kept.startsWith('\n') ? '\n' : '';
  return `${openingTag(element)}${first}${VOID_TAGS.has(tag) ? '' : kept}${closingTag(element)}`;
}

/** White space at the ends of a block is invisible; at the ends of an inline element it separates words. */
function edgeSpace(edge: string, tag: string): string {
  return isBlockTag(tag) || tag === 'option' || tag === 'button' ? '' : edge.replace(/\s+/g, ' ');
}

function inlineContent(children: readonly HtmlNode[], tag: string): string {
  const isPreformatted = PREFORMATTED_TAGS.has(tag);
  const content = children.map((child) => {
    if (child.kind === 'text') return escapeText(child.text);
    if (child.kind === 'break') return isPreformatted ? '' : ' ';
    return child.kind === 'note' ? commentText(child.text) : inlineElement(child);
  });
  return isPreformatted ? content.join('') : content.join('').replace(/ {2,}/g, ' ');
}

function isInline(node: HtmlNode): boolean {
  return node.kind === 'text' || node.kind === 'break' || (node.kind === 'element' && isInlineElement(node));
}

function isInlineElement({ tag, children }: HtmlElement): boolean {
  return !isBlockTag(tag) && children.every(isInline);
}

/** A generated comment. Nothing in its text can end it. */
function commentText(text: string): string {
  return `<!-- ${text.replace(/-{2,}|[<>]/g, '-')} -->`;
}
