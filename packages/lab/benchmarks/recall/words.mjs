/** Words that tell nothing of what an element is for, and those that any element of its kind could be called. */
const empty = new Set(
  `a an and are as at be by for from i if in into is it me my no not of on or that the this to up was what
  where which who with button link field box icon input element`.split(/\s+/),
);

/** Lower-case words of any script; `camelCase` and `snake_case` names come apart. @param {string} text */
export function wordsOf(text) {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !empty.has(word));
}

/** True when a word of the question stands in the text. */
export function sharesWord(question, text) {
  const there = new Set(wordsOf(text));
  return wordsOf(question).some((word) => there.has(word));
}
