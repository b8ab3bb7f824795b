import { type CounterStyles, pageCounter } from './pageCounterStyle.ts';

/** A number in a `<counter-style>` (CSS Counter Styles 3), of the page or of the browser. */
export const formatCounter = (number: number, type: string, styles: CounterStyles): string =>
  pageCounter(number, type, styles, formatBuiltIn)?.text ?? formatBuiltIn(number, type);

/** As it is painted before an item, with what stands between it and the words. */
export function formatMarkerNumber(number: number, type: string, styles: CounterStyles): string {
  const own = pageCounter(number, type, styles, formatBuiltIn);
  return own
    ? (own.prefix + own.text + own.suffix).trim()
    : formatBuiltIn(number, type) + suffixOfCounter(type);
}

/** In a style of the browser (sections 6 and 7); decimal in those that are not known. */
function formatBuiltIn(number: number, type: string): string {
  const zero = DIGITS[type];
  if (zero !== undefined) return inDigits(number, (digit) => String.fromCodePoint(zero + digit));
  if (type === 'cjk-decimal') return inDigits(number, (digit) => HAN_DIGITS[digit] as string);
  if (type === 'decimal-leading-zero') return number >= 0 && number < 10 ? `0${number}` : String(number);
  if (number < 1) return String(number);
  const letters = LETTERS[type];
  if (letters !== undefined) return inCase(inLetters(number, [...letters]), type);
  if (/^(?:lower|upper)-roman$/.test(type) && number < 4_000) return inCase(inRoman(number), type);
  const symbols = DECADES[type];
  if (symbols !== undefined && number < 10_000) return inDecades(number, [...symbols]);
  return type === 'hebrew' && number < 1_000 ? inHebrew(number) : String(number);
}

/** What stands between the number and the words: `. `, or the comma of the Han scripts. */
const suffixOfCounter = (type: string): string =>
  type === 'cjk-decimal' || /^(?:hiragana|katakana)/.test(type) ? '、' : '.';

/** Zero of the scripts that count by ten digits. */
const DIGITS: Readonly<Record<string, number>> = {
  'arabic-indic': 0x660,
  persian: 0x6f0,
  devanagari: 0x966,
  bengali: 0x9e6,
  gurmukhi: 0xa66,
  gujarati: 0xae6,
  oriya: 0xb66,
  tamil: 0xbe6,
  telugu: 0xc66,
  kannada: 0xce6,
  malayalam: 0xd66,
  thai: 0xe50,
  lao: 0xed0,
  tibetan: 0xf20,
  myanmar: 0x1040,
  khmer: 0x17e0,
  cambodian: 0x17e0,
  mongolian: 0x1810,
};

const HAN_DIGITS = '〇一二三四五六七八九';

const inDigits = (number: number, symbol: (digit: number) => string): string =>
  String(number).replace(/\d/g, (digit) => symbol(Number(digit)));

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS: Readonly<Record<string, string>> = {
  'lower-alpha': LATIN,
  'lower-latin': LATIN,
  'upper-alpha': LATIN,
  'upper-latin': LATIN,
  'lower-greek': 'αβγδεζηθικλμνξοπρστυφχψω',
  hiragana:
    'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん',
  katakana:
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン',
};

const inCase = (text: string, type: string): string => (type.startsWith('upper') ? text.toUpperCase() : text);

/** All letters, then two of them. */
function inLetters(number: number, letters: readonly string[]): string {
  const rest = Math.floor((number - 1) / letters.length);
  return (rest > 0 ? inLetters(rest, letters) : '') + letters[(number - 1) % letters.length];
}

/** Nine symbols for ones, nine for tens, and so on. */
const DECADES: Readonly<Record<string, string>> = {
  armenian: 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ',
  'upper-armenian': 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ',
  'lower-armenian': 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփք',
  georgian: 'აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰ',
};

const inDecades = (number: number, symbols: readonly string[]): string =>
  [...String(number)]
    .map((digit, i, all) => (digit === '0' ? '' : symbols[9 * (all.length - 1 - i) + Number(digit) - 1]))
    .join('');

/** 15 and 16 are written as 9 and 6, and as 9 and 7. */
function inHebrew(number: number): string {
  const hundreds = ['', 'ק', 'ר', 'ש', 'ת', 'תק', 'תר', 'תש', 'תת', 'תתק'][
    Math.floor(number / 100)
  ] as string;
  const rest = number % 100;
  if (rest === 15 || rest === 16) return `${hundreds}ט${rest === 15 ? 'ו' : 'ז'}`;
  return `${hundreds}${'_יכלמנסעפצ'.charAt(Math.floor(rest / 10))}${'_אבגדהוזחט'.charAt(rest % 10)}`.replaceAll(
    '_',
    '',
  );
}

const ROMAN: readonly (readonly [value: number, symbol: string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

function inRoman(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, symbol] of ROMAN) for (; rest >= value; rest -= value) text += symbol;
  return text;
}
