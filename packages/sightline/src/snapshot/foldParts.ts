/**
 * Folds a text part by part; a string is taken character by character. `last`: the last UTF-16 unit of what was folded before, since
 * to look at all of it each time takes time by the square of its length. `starts`: where the part of each UTF-16 unit of the folded
 * text begins in the text as it is written.
 */
export function foldParts(
  parts: Iterable<string>,
  fold: (part: string, last: string) => string,
): { text: string; starts: number[] } {
  const texts: string[] = [];
  const starts: number[] = [];
  let at = 0;
  let last = '';
  for (const part of parts) {
    const folded = fold(part, last);
    texts.push(folded);
    last = folded.at(-1) ?? last;
    for (let i = 0; i < folded.length; i++) starts.push(at);
    at += part.length;
  }
  return { text: texts.join(''), starts };
}
