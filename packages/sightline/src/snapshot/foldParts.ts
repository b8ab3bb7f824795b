/**
 * Folds a text part by part; a string is taken character by character. `starts`: where the part of each UTF-16 unit of the folded text
 * begins in the text as it is written.
 */
export function foldParts(
  parts: Iterable<string>,
  fold: (part: string, before: string) => string,
): { text: string; starts: number[] } {
  let text = '';
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    const folded = fold(part, text);
    text += folded;
    for (let i = 0; i < folded.length; i++) starts.push(at);
    at += part.length;
  }
  return { text, starts };
}
