import { distance } from 'fastest-levenshtein';
import { splitIdentifier, splitWords } from '../../search/words/Tokenizer.ts';

/** Characters that are compared letter by letter. */
const MAX_COMPARED = 200;

/** Below this likeness of letters two texts say nothing of each other. */
const CHANCE = 0.6;

/** How alike two texts are, from 0 to 1: by their letters, or by the words that they share. */
export function similarity(wanted: string, text: string): number {
  const [a, b] = [wanted.toLowerCase().trim(), text.toLowerCase().trim()];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const letters = lettersAlike(a, b);
  // Half of the letters of two short words are alike by chance.
  return Math.max(letters < CHANCE ? letters / 2 : letters, wordsAlike(a, b));
}

function lettersAlike(a: string, b: string): number {
  if (a.length > MAX_COMPARED || b.length > MAX_COMPARED) return 0;
  return Math.max(0, 1 - distance(a, b) / Math.max(a.length, b.length));
}

/** Dice's coefficient of their words, where words that begin alike count too. */
function wordsAlike(a: string, b: string): number {
  const [wanted, found] = [splitWords(a), splitWords(b)];
  if (wanted.length === 0 || found.length === 0) return 0;
  const left = [...found];
  let shared = 0;
  for (const word of wanted) {
    const at = left.findIndex((one) => isSameWord(word, one));
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return (2 * shared) / (wanted.length + found.length);
}

/** Equal, or the longer one continues the shorter by an ending. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3;
}

/** How many of the words stand in code: `save changes` in `btn-saveChanges`. From 0 to 1. */
export function wordsInCode(words: string, code: string): number {
  const wanted = splitWords(words).filter((word) => word.length > 2);
  if (wanted.length === 0) return 0;
  const parts = new Set(splitIdentifier(code));
  return wanted.filter((word) => parts.has(word)).length / wanted.length;
}
