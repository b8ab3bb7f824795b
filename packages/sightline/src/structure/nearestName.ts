/** Names less alike than this are nothing that was meant. */
const MIN_LIKENESS = 0.3;

/** The name most like the one that was asked for, by their pairs of letters (Dice); undefined where none is like it. */
export function nearestName(names: Iterable<string>, asked: string): string | undefined {
  const askedPairs = letterPairs(asked);
  let nearest: string | undefined;
  let best = MIN_LIKENESS;
  for (const name of names) {
    const likeness = diceOf(askedPairs, letterPairs(name));
    if (likeness > best) [nearest, best] = [name, likeness];
  }
  return nearest;
}

function letterPairs(text: string): Set<string> {
  const letters = ` ${text.toLowerCase().slice(0, 200)} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, i) => letters.slice(i, i + 2)));
}

function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
