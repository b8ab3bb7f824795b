import { editDistance } from './editDistance.ts';

/**
 * The candidate that a mistyped word means: the one in fewest edits, of at most a third of the longer word; else one that
 * shares whole parts with it (`--results`, `--max-results`). Case, dashes and underscores do not count.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let best: { candidate: string; cost: number } | undefined;
  for (const candidate of candidates) {
    const cost = mistypingCost(partsOf(word), partsOf(candidate));
    if (cost !== undefined && (!best || cost < best.cost)) best = { candidate, cost };
  }
  return best?.candidate;
}

const partsOf = (word: string): string[] =>
  word
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter((part) => part !== '');

function mistypingCost(word: string[], candidate: string[]): number | undefined {
  const [typed, meant] = [word.join(''), candidate.join('')];
  const edits = editDistance(typed, meant);
  const longer = Math.max(typed.length, meant.length);
  if (edits <= Math.max(1, Math.floor(longer / 3)) && edits < longer) return edits;
  const isPart = (one: string): boolean =>
    one.length > 2 && candidate.some((part) => part.startsWith(one) || one.startsWith(`${part}s`));
  return word.length > 0 && word.every(isPart) ? longer : undefined;
}
