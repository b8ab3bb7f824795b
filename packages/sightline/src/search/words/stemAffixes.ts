/** Letters of a script, and how much of a word is left where an affix is taken off. */
interface Affixes {
  letters: RegExp;
  stem: (word: string) => string;
}

/** The word without what the pattern takes off, if so many letters are left. */
const without = (word: string, affix: RegExp, left: number): string => {
  const rest = word.replace(affix, '');
  return rest.length >= left ? rest : word;
};

/** "Light10" (Larkey et al. 2007): conjunction and article before, endings of number, gender and possession behind. */
function stemArabic(word: string): string {
  const start = without(without(word, /^و/, 3), /^(?:ال|بال|كال|فال|لل)/, 2);
  return without(start, /(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$/, 2).replaceAll('ى', 'ي');
}

/** Plural and gender behind; before, "and" and one more of the letters that are written as a part of the word. */
function stemHebrew(word: string): string {
  const start = without(word, /(?:ים|ות|ה|ת)$/, 3);
  const rest = without(start, /^ו/, 3);
  const stem = /^[מכש]/.test(rest) ? without(rest, /^./, 3) : without(rest, /^[הלב]/, 2);
  return stem.replace(/[ךםןףץ]$/, (letter) => FINAL_LETTERS[letter] ?? letter);
}

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** Particles behind a noun, and the verb that makes an action of one. */
function stemKorean(word: string): string {
  const noun = without(
    word,
    /(?:에서는|에서|에게|으로|까지|부터|에는|에도|하기|하다|하세요|합니다|해요|입니다)$/,
    1,
  );
  return noun === word ? without(word, /[은는이가을를에의로와과도만]$/, 2) : noun;
}

const SCRIPTS: readonly Affixes[] = [
  { letters: /^[\u0620-\u06d3]+$/, stem: stemArabic },
  { letters: /^[\u05d0-\u05ea]+$/, stem: stemHebrew },
  { letters: /^[\uac00-\ud7a3]+$/, stem: stemKorean },
];

/** A word of Arabic, Hebrew or Korean without its affixes; any other as it is. In the normal form of `foldCase`. */
export function stemAffixes(word: string): string {
  return SCRIPTS.find(({ letters }) => letters.test(word))?.stem(word) ?? word;
}
