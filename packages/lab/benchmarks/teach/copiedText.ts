import type { Random } from '../pages/Random.ts';

/** Words of a task that texts are made of. */
const MAX_WORDS = 60;

const quoted = (text: string): string => JSON.stringify(text);

/**
 * Rules of GBNF, of which `copied` is a text that stands in the task: words that follow each other, none of them cut but for marks
 * and quotes around them. A model that can only copy writes no text that nobody asked for.
 */
export function copiedTextRules(task: string): string {
  const some = pieces(task);
  if (some.length === 0) return `copied ::= ${quoted('')}`;
  const rules = some.map((ways, at) => {
    const written = ways.map(({ text, goesOn }) => quoted(text) + (goesOn ? ` word${at + 1}` : ''));
    return `word${at} ::= ${written.join(' | ')}`;
  });
  return [`copied ::= ${some.map((_, at) => `word${at}`).join(' | ')}`, ...rules].join('\n');
}

/** A text of the rules, each alternative as likely as the others. */
export function pickRandomText(task: string, random: Random): string {
  const some = pieces(task);
  let drawn = '';
  for (let at = random.between(0, Math.max(0, some.length - 1)); at < some.length; at++) {
    const { text, goesOn } = random.pick(some[at] ?? []);
    drawn += text;
    if (!goesOn) break;
  }
  return drawn;
}

/** What can be written of a word; `goesOn`: with the next behind it. */
interface Piece {
  text: string;
  goesOn?: boolean;
}

function pieces(task: string): Piece[][] {
  const words = task.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/[<>\\]/.test(word));
  const some = words.slice(0, MAX_WORDS).map(takeApart);
  return some.map(({ core, tail, mayGoOn }, at) => {
    const next = some[at + 1];
    return [
      { text: core },
      ...(tail === '' ? [] : [{ text: core + tail }]),
      ...(mayGoOn && next && !next.isQuoted ? [{ text: `${core}${tail} `, goesOn: true }] : []),
    ];
  });
}

interface Word {
  core: string;
  /** Marks that stand behind it. */
  tail: string;
  /** Opens a quote: what stands before is no part of the same text. */
  isQuoted: boolean;
  mayGoOn: boolean;
}

function takeApart(word: string): Word {
  const isQuoted = /^[("'“]/.test(word);
  const open = word.replace(/^[("'“]+/, '');
  const closed = open.replace(/["”)].*$/, '');
  const core = closed.replace(/[.,;:!?']+$/, '') || closed;
  return {
    core: core.replaceAll('"', ''),
    tail: closed.slice(core.length).replaceAll('"', ''),
    isQuoted,
    mayGoOn: closed === open,
  };
}
