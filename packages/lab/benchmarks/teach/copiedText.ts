/** Words of a task that texts are made of. */
const MAX_WORDS = 60;

const quoted = (text: string): string => JSON.stringify(text);

/**
 * Rules of GBNF, of which `copied` is a text that stands in the task: words that follow each other, none of them cut but for marks
 * and quotes around them. A model that can only copy writes no text that nobody asked for.
 */
export function copiedTextRules(task: string): string {
  const words = task.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/[<>\\]/.test(word));
  const some = words.slice(0, MAX_WORDS).map(takeApart);
  if (some.length === 0) return `copied ::= ${quoted('')}`;
  const rules = some.map(({ core, tail, mayGoOn }, at) => {
    const next = some[at + 1];
    const goesOn = mayGoOn && next && !next.isQuoted ? [`${quoted(`${core}${tail} `)} word${at + 1}`] : [];
    return `word${at} ::= ${[quoted(core), ...(tail === '' ? [] : [quoted(core + tail)]), ...goesOn].join(' | ')}`;
  });
  return [`copied ::= ${some.map((_, at) => `word${at}`).join(' | ')}`, ...rules].join('\n');
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
