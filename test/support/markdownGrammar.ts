import { unloadedText } from '../../packages/sightline/src/render/element/elementText.ts';
import { regionHeader } from '../../packages/sightline/src/render/element/location.ts';
import { escapeMarkdownMarks } from '../../packages/sightline/src/render/markdown/escapeMarkdown.ts';
import type { RenderContext } from '../../packages/sightline/src/render/RenderContext.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { isRemoved } from '../../packages/sightline/src/visibility/Visibility.ts';

/** A line that opens or closes a block of code: nothing but backticks, behind what its containers begin with. */
const FENCE = /^((?:[\s>:-]|\d+\.\s)*)(`{3,})$/;
const CODE = /\\[\s\S]|(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const NOTES =
  /^\((?:nothing visible|still loading|more \w+ may load|\d+ more (?:rows|items) like these: |(?:about )?\d+ more \w+ (?:is|are) not loaded|\d+ more lines?: )/;

/**
 * Reads Markdown as a renderer would, code apart, and counts what it takes for structure against what the page has:
 * answers what stands for nothing there. No number stands in it at all.
 */
export function markdownForgeries(text: string, scene: RenderContext): string[] {
  const found: string[] = [];
  const unseen = UNSEEN.exec(text);
  if (unseen) found.push(`U+${unseen[0].codePointAt(0)?.toString(16)}`);
  const left = countKinds(scene);
  const take = (kind: string, line: string): void => {
    left[kind] = (left[kind] ?? 0) - 1;
    if ((left[kind] as number) < 0) found.push(`${kind}: ${JSON.stringify(line.slice(0, 160))}`);
  };
  const [head = '', ...lines] = text.split('\n');
  if (!/ \(\d+ elements?\):$/.test(head)) found.push(`head: ${head}`);
  const isEmpty = lines.join('\n') === '\n(nothing visible to read)';
  const read = isEmpty ? [] : lines.filter((line) => !isNote(line, scene));
  for (const line of outsideCode(read, take)) readLine(line, scene, take);
  return found;
}

type Take = (kind: string, line: string) => void;

function outsideCode(lines: string[], take: Take): string[] {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const ticks = FENCE.exec(line)?.[2];
    if (fence === undefined && ticks !== undefined) take('code', line);
    if (ticks !== undefined && (fence === undefined || fence === ticks))
      fence = fence === undefined ? ticks : undefined;
    else if (fence === undefined) {
      for (const [, ticks] of line.matchAll(CODE)) if (ticks) take('code', line);
      outside.push(line.replace(CODE, (token, ticks) => (ticks ? 'code' : token)));
    }
  }
  if (fence !== undefined) take('a fence that is not closed', fence);
  return outside;
}

function readLine(line: string, scene: RenderContext, take: Take): void {
  const content = line.replace(/^(?:\s|> |: |- |\d+\. )*/, (marks) => {
    for (const mark of marks.matchAll(/> |: |- |\d+\. /g)) take(mark[0].replace(/\d+/, '1'), line);
    return '';
  });
  if (/^#{1,6}\s/.test(content)) take('#', line);
  if (content.startsWith('|')) take(content.startsWith('|IFRAME') ? 'iframe' : 'row', line);
  if (/^-{3,}$|^={3,}|^~{3,}/.test(content)) take('rule', line);
  if (NOTES.test(content)) take('note', line);
  const { regions } = scene.pageState;
  if (regions.some((one) => content === escapeMarkdownMarks(regionHeader(one) + (one.name ? '' : ':'))))
    return;
  if (/^(?:BANNER|NAV|MAIN|COMPLEMENTARY|CONTENTINFO|SEARCH|FORM|REGION|DIALOG)(?:#\d+)?:/i.test(content))
    take('region', line);
  for (const { 0: token } of content.matchAll(/\\[\s\S]|!\[|\[\s*\p{N}*\s*\]|\[x\]|<[a-z/!?]|~~|`/giu)) {
    if (token[0] === '\\') continue;
    if (token === '![') take('picture', line);
    else if (/^\[[\sx]\]$/.test(token)) take('box', line);
    else if (token === '~~') take('deletion', line);
    else take(token[0] === '<' ? 'piece' : token, line);
  }
}

/** A line of ours: what is left out, or not there. */
function isNote(line: string, { pageState, maxTokens }: RenderContext): boolean {
  if (/^\(\d+ more lines?: get_region .* content=text from=\d+(?: full)?\)$/.test(line))
    return Number.isFinite(maxTokens);
  if (/^\(\d+ more (?:rows|items) like these: get_region .* content=text full\)$/.test(line))
    return pageState.folds.size > 0;
  const isBusy = pageState.visibility.page.nodes.some((node) => node.attributes['aria-busy'] === 'true');
  if (line === '(still loading)') return isBusy;
  return [...pageState.unloaded.values()].some((one) => unloadedText(one) === line);
}

function countKinds({ pageState: { visibility } }: RenderContext): Record<string, number> {
  const nodes = visibility.page.nodes.filter((node) => !isRemoved(visibility, node));
  const count = (test: (node: PageNode) => boolean): number => nodes.filter(test).length;
  const items = count(({ role }) => /^(?:listitem|treeitem|menuitem.*|option)$/.test(role));
  return {
    '#': count(({ role }) => role === 'heading'),
    '- ': items,
    '1. ': items,
    '> ':
      Number.POSITIVE_INFINITY *
        (count(({ tag, role }) => tag === 'blockquote' || role === 'blockquote') || 0) || 0,
    ': ': count(({ tag }) => tag === 'dd'),
    row: count(({ role }) => role === 'row') + 2 * count(({ role }) => /table|grid/.test(role)),
    rule: count(({ tag }) => tag === 'hr'),
    code: 2 * count(({ tag, role }) => /^(?:pre|code|kbd|samp|tt)$/.test(tag) || role === 'code'),
    picture: count(({ role, tag }) => role === 'img' || tag === 'img' || tag === 'svg'),
    box: count(({ role }) => /checkbox|radio|switch/.test(role)),
    deletion: 2 * count(({ role }) => role === 'deletion'),
    piece: count(({ tag }) => /^(?:canvas|video|audio|object|embed|i?frame|fencedframe)$/.test(tag)),
    iframe: count(({ tag }) => /frame/.test(tag)),
  };
}
