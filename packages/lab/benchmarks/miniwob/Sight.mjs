/**
 * One thing that the outline gives a number.
 * @typedef {object} Control
 * @property {number} number @property {string} word `button`, `textbox`, ... @property {string} label what it says
 * @property {string} place in what it stands, where it is told @property {Record<string, string | true>} attributes @property {number} line @property {string} before what stands
 *   before it on its line @property {string} after and after it, up to the next one
 */

const CONTROL =
  /\*?\[(\d+)\](?:\|[A-Z]+\|)?<([a-z][\w-]*)((?:\s+(?:"[^"]*"|[\w-]+=(?:"[^"]*"|[^\s>"]*[^\s>"/])|[\w-]+))*)\s*\/?>/g;
/** `(row "Order 1042")`: in which of several a control stands. */
const PLACE = /\((?:row|item|in|article|group|figure|option) "([^"]*)"\)/;
const ATTRIBUTE = /"([^"]*)"|([\w-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g;

/** What a solver sees of a page: the outline as text, and the same read line by line, as a model would read it. */
export class Sight {
  /** @type {string} */ text;
  /** @type {string[]} */ lines;
  /** @type {Control[]} */ controls;

  /** @param {string} text an outline */
  constructor(text) {
    this.text = text;
    this.lines = text.split('\n');
    this.controls = this.lines.flatMap(controlsIn);
  }

  /** The words of the page, without numbers and tags; lines are kept. */
  get words() {
    return this.lines.map((line) => wordsIn(line)).join('\n');
  }

  /** All that are called so. @param {string} [word] @param {string | RegExp} [label] */
  all(word, label) {
    return this.controls.filter((one) => (!word || one.word === word) && matches(one.label, label));
  }

  /** The first that is called so. Throws where there is none. @param {string} [word] @param {string | RegExp} [label] */
  one(word, label) {
    const found = this.all(word, label)[0];
    if (found) return found;
    throw new Error(`the view has no ${word ?? 'control'} ${label ?? ''}`.trim());
  }

  /** The place of the first line that has these words. Throws where there is none. @param {string | RegExp} words */
  lineOf(words, from = 0) {
    const at = this.lines.findIndex((line, i) => i >= from && matchesPart(line, words));
    if (at >= 0) return at;
    throw new Error(`the view has no line ${words}`);
  }

  /** Controls of the lines from one up to another. */
  between(from, to = this.lines.length) {
    return this.controls.filter(({ line }) => line >= from && line < to);
  }
}

/** @param {string} line */
export function wordsIn(line) {
  const bare = line.replace(CONTROL, ' ').replace(/<\/[a-z][\w-]*>/g, '');
  return bare
    .replace(/\\([[<|(])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param {string} line @param {number} at @returns {Control[]} */
function controlsIn(line, at) {
  const found = [...line.matchAll(CONTROL)];
  return found.map((match, i) => {
    const [whole, number, word, attributes] = match;
    const rest = line.slice(match.index + whole.length, found[i + 1]?.index ?? line.length);
    const [told, after = ''] = rest.split(`</${word}>`);
    const isEmpty = whole.endsWith('/>');
    const [label, place = ''] = told.split(PLACE);
    return {
      number: Number(number),
      word,
      label: isEmpty ? '' : wordsIn(label).replace(/ \|$/, ''),
      place,
      attributes: attributesOf(attributes),
      line: at,
      before: wordsIn(line.slice(0, match.index)),
      after: wordsIn(isEmpty ? rest : after),
    };
  });
}

function attributesOf(told) {
  const pairs = [...told.matchAll(ATTRIBUTE)].map(([, name, key, quoted, bare]) =>
    key === undefined ? ['name', name] : [key, quoted ?? bare ?? true],
  );
  return Object.fromEntries(pairs);
}

function matches(text, wanted) {
  return wanted === undefined || (typeof wanted === 'string' ? text === wanted : wanted.test(text));
}

function matchesPart(text, wanted) {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}
