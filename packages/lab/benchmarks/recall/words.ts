/** Words that say nothing of what an element is for, and those that any element of its kind could be called. */
const STOP_WORDS = new Set(
  `a an and are as at be by for from i if in into is it me my no not of on or that the this to up was what
  where which who with button link field box icon input element`.split(/\s+/),
);

/** Lower-case words of any script; `camelCase` and `snake_case` names come apart. */
export function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
}

/** Whether a word of the question is in the text. */
export function sharesWord(question: string, text: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(question).some((word) => words.has(word));
}
