import type { DomResponse } from './renderDomQuery.ts';

/** What was asked, as far as the answer speaks of it. */
export interface DomQueryScope {
  selector: string;
  /** Whether shadow roots were searched; `isAuto`: by the conditions of `auto`. */
  pierce: boolean;
  isAuto: boolean;
  /** Number of the tab, where that is not the active one. */
  otherTab: number | undefined;
}

/** What to know or try next; '' where the answer says it all. */
export function domQueryHint(
  data: DomResponse,
  { selector, pierce, isAuto, otherTab }: DomQueryScope,
): string {
  const { totalMatchCount: total, returnedMatchCount: returned, maxElementsReturned, matches, frames } = data;
  const hints: string[] = [];
  if (total === 0) {
    hints.push(
      `No elements matched selector "${selector}". Verify the selector is correct and the page has loaded. ` +
        "Try a broader selector like 'div' or '*' to explore the DOM.",
    );
  }
  if (returned < total) {
    const reason =
      returned < Math.min(total, maxElementsReturned) ? 'as many as have room' : 'the first ones';
    hints.push(`${returned} of ${total} matches are told, ${reason}: narrow the selector.`);
  }
  if (!pierce && isAuto)
    hints.push(
      'Shadow roots were not searched: the tab is not the active one at the address last asked for. pierce_shadow true searches them.',
    );
  if (frames?.notSearched)
    hints.push(`${frames.notSearched} frame(s) cannot be read, and were not searched.`);
  if (otherTab !== undefined && matches.some(({ number }) => number !== undefined))
    hints.push(`Switch to tab ${otherTab} before acting on these numbers.`);
  return hints.join(' ');
}
