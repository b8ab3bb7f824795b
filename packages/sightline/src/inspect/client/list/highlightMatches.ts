/** Highlights every match in the drawn rows, if the browser supports it. */
export function highlightMatches(list: Element | null, query: string): void {
  const { highlights } = CSS as Partial<typeof CSS>;
  if (!highlights) return;
  const ranges: Range[] = [];
  if (list && query !== '')
    for (const row of list.querySelectorAll('[role=option]')) ranges.push(...matchRanges(row, query));
  highlights.set(HIGHLIGHT_NAME, new Highlight(...ranges));
}

/** As in the style sheet. */
const HIGHLIGHT_NAME = 'found';

/** Index of the node of the first match in a row. */
export function nodeIndexOfMatch(row: Element | null, query: string): number | undefined {
  const start = row ? matchRanges(row, query)[0]?.startContainer.parentElement : undefined;
  const index = start?.closest<HTMLElement>('[data-node]')?.dataset.node;
  return index === undefined ? undefined : Number(index);
}

function matchRanges(row: Element, query: string): Range[] {
  const whole = row.textContent;
  const text = whole.toLowerCase();
  const lowerCaseQuery = query.toLowerCase();
  // A letter may become two in lower case: offsets then differ.
  if (text.length !== whole.length || lowerCaseQuery === '') return [];
  const ranges: Range[] = [];
  for (
    let index = text.indexOf(lowerCaseQuery);
    index >= 0;
    index = text.indexOf(lowerCaseQuery, index + lowerCaseQuery.length)
  )
    ranges.push(toRange(row, index, index + lowerCaseQuery.length));
  return ranges;
}

function toRange(row: Element, from: number, to: number): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const after = before + node.length;
    if (before <= from && from < after) range.setStart(node, from - before);
    if (to <= after) {
      range.setEnd(node, to - before);
      break;
    }
    before = after;
  }
  return range;
}
