/** Marks every place in the rows that are drawn where words stand, as far as the browser can. */
export function paintWords(list: Element | null, words: string): void {
  const { highlights } = CSS as Partial<typeof CSS>;
  if (!highlights) return;
  const ranges: Range[] = [];
  if (list && words !== '')
    for (const row of list.querySelectorAll('[role=option]')) ranges.push(...rangesOf(row, words));
  highlights.set(NAME, new Highlight(...ranges));
}

/** As the style sheet calls it. */
const NAME = 'found';

/** The node that the first of the words in a row are told of. */
export function nodeHolding(row: Element | null, words: string): number | undefined {
  const start = row ? rangesOf(row, words)[0]?.startContainer.parentElement : undefined;
  const index = start?.closest<HTMLElement>('[data-node]')?.dataset.node;
  return index === undefined ? undefined : Number(index);
}

function rangesOf(row: Element, words: string): Range[] {
  const whole = row.textContent;
  const text = whole.toLowerCase();
  const wanted = words.toLowerCase();
  // Few letters become two: places in the one text are not those in the other then.
  if (text.length !== whole.length || wanted === '') return [];
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    ranges.push(rangeOf(row, at, at + wanted.length));
  return ranges;
}

function rangeOf(row: Element, from: number, to: number): Range {
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
