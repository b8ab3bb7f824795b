// A planner without a model: it splits what a task says into the parts that are done one by one, by the words that people
// join them with.

const VERBS =
  `add accept answer approve archive book buy change check choose clear click close collapse confirm delete
  dismiss edit enter expand fill find first flag focus follow forward go hit like log login mark modify open pick press
  print push put reply reserve search select send set share show star submit subscribe switch tap tick turn type uncheck
  unfold untick use visit write`
    .trim()
    .split(/\s+/)
    .join('|');

/** Between parts: a full stop, a semicolon, `then`, or a comma or `and` before a verb. */
const JOINT = new RegExp(
  String.raw`(?:(?:(?<!\bNo)\.|;)\s+|,?\s+(?:and\s+)?(?:then|finally|afterwards)\s+|,\s+(?:and\s+)?(?=(?:${VERBS}|for)\b)|\s+and\s+(?=(?:${VERBS})\b))`,
  'i',
);
const HAS_VERB = new RegExp(String.raw`\b(?:${VERBS})\b`, 'i');
/** `check A, B and C`: one verb for several. */
const LISTED = /^(select|check|tick|choose|mark|uncheck|untick|click) (.+?(?:, .+)? ?(?:,|and) .+)$/i;
/** What a list of choices never has. */
const IS_CLAUSE = /\b(?:as|in|into|from|for|to|on|of|with|the)\b/i;
/** `enter the user "A" and the word "B" into the fields`: one verb, several values. */
const PAIRS = /^(enter|type|write|put) (.+? "[^"]*") and (.+? "[^"]*")(?: (?:in|into|as) .*)?$/i;

/** `enter "A" into both fields`: one value, twice. */
const BOTH = /^(.* )both( .*?)s$/i;
/** `select nothing`. */
const IS_NOTHING = /^(?:select|choose|check|tick|pick|mark) (?:nothing|none)\b/i;

/** The parts, in order, each as an imperative; a goal that cannot be split is its only part. */
export function splitGoal(goal: string): string[] {
  const { text, quotes } = hideQuotes(goal.replace(/\s+/g, ' ').trim());
  const parts = text
    .split(JOINT)
    .map((part) => part.replace(/^(?:first|then|and|finally),? /i, '').replace(/[.,;\s]+$/, ''))
    .filter((part) => part !== '' && !/^find$/i.test(part) && !IS_NOTHING.test(part));
  return parts
    .reduce(joinHalves, [])
    .map((part) => showQuotes(part, quotes))
    .flatMap(distribute);
}

/** Says of what the next part speaks: `for the entry A, click Edit`, `find A and archive it`. */
function joinHalves(whole: string[], part: string): string[] {
  const before = whole.at(-1) ?? '';
  const isOfEntry = /^for\b/i.test(before) && !HAS_VERB.test(before);
  const isOfFound = /^find\b/i.test(before) && /\bit$/.test(part) && !/^(?:click|press)\b/i.test(part);
  if (!isOfEntry && !isOfFound) return [...whole, part];
  return [...whole.slice(0, -1), `${before}${isOfEntry ? ', ' : ' and '}${part}`];
}

function distribute(part: string): string[] {
  const [, pairVerb, first, second] = PAIRS.exec(part) ?? [];
  if (pairVerb && first && second) return [`${pairVerb} ${first}`, `${pairVerb} ${second}`];
  const [, start, end] = BOTH.exec(part) ?? [];
  if (start && end) return [`${start}the first${end}`, `${start}the second${end}`];
  const [, verb, listed = ''] = LISTED.exec(part) ?? [];
  if (!verb || IS_CLAUSE.test(listed) || listed.includes('"')) return [part];
  return listed
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .filter(Boolean)
    .map((one) => `${verb} ${one}`);
}

/** What stands in quotes is no part of a sentence. */
function hideQuotes(goal: string): { text: string; quotes: string[] } {
  const quotes: string[] = [];
  const text = goal.replace(/"[^"]*"/g, (quote) => `\u0001${quotes.push(quote) - 1}\u0001`);
  return { text, quotes };
}

const showQuotes = (text: string, quotes: readonly string[]): string =>
  text.replace(/\u0001(\d+)\u0001/g, (_, at: string) => quotes[Number(at)] ?? '');

/** An action that was made without an error. */
export interface MadeAction {
  tool: string;
  /** The line in which its element was shown, and what was entered. */
  about: string;
}

/** How many of the parts are done: each action does the part at hand if they speak of the same thing. */
export function countDone(parts: readonly string[], actions: readonly MadeAction[]): number {
  let done = 0;
  for (const action of actions) if (done < parts.length && isAbout(action, parts[done] ?? '')) done++;
  return done;
}

function isAbout({ tool, about }: MadeAction, part: string): boolean {
  if (tool !== 'click') return true;
  const words = contentWords(part);
  const squashed = squash(about);
  return words.length === 0 || words.some((word) => squashed.includes(word));
}

/** Words that say what kind of thing is meant, not which. */
const EMPTY_WORDS = new Set(
  `the a an for from into with and then that its this button link tab section field box text input checkbox icon label labelled
  dialog page list entry row first second third 1st 2nd 3rd fourth 4th textbox cursor under what place below
  above following number
  ${VERBS.replaceAll('|', ' ')}`.split(/\s+/),
);

/** What is quoted always counts; a button may be called like a verb. */
function contentWords(part: string): string[] {
  const quoted = wordsOf((part.match(/"[^"]*"/g) ?? []).join(' '));
  return quoted.length > 0 ? quoted : wordsOf(part).filter((word) => !EMPTY_WORDS.has(word));
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}@#×]+/gu) ?? []).filter((word) => word.length > 1);

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}@#×]+/gu, '');
