/** One element that the outline gives a number. */
export interface Control {
  number: number;
  /** `button`, `textbox`, ... */
  word: string;
  label: string;
  /** The row or item it is in, where the view says so. */
  place: string;
  attributes: Record<string, string | true>;
  line: number;
  /** The words before it on its line. */
  before: string;
  /** The words after it, up to the next control. */
  after: string;
}

const CONTROL =
  /\*?\[(\d+)\](?:\|[A-Z]+\|)?<([a-z][\w-]*)((?:\s+(?:"[^"]*"|[\w-]+=(?:"[^"]*"|[^\s>"]*[^\s>"/])|[\w-]+))*)\s*\/?>/g;
/** `(row "Order 1042")`: which of several a control is in. */
const PLACE = /\((?:row|item|in|article|group|figure|option) "([^"]*)"\)/;
const ATTRIBUTE = /"([^"]*)"|([\w-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g;

/** What a solver sees of a page: the outline as text, and the same read line by line, as a model would read it. */
export class Sight {
  readonly text: string;
  readonly lines: readonly string[];
  readonly controls: readonly Control[];

  /** @param text an outline */
  constructor(text: string) {
    this.text = text;
    this.lines = text.split('\n');
    this.controls = this.lines.flatMap(controlsIn);
  }

  /** The words of the page, without numbers and tags; lines are kept. */
  get words(): string {
    return this.lines.map((line) => wordsIn(line)).join('\n');
  }

  /** All with this word and label; undefined stands for any. */
  all(word?: string, label?: string | RegExp): Control[] {
    return this.controls.filter((one) => (!word || one.word === word) && matches(one.label, label));
  }

  /** The first with this word and label. Throws where there is none. */
  one(word?: string, label?: string | RegExp): Control {
    const [found] = this.all(word, label);
    if (found) return found;
    throw new Error(`the view has no ${word ?? 'control'} ${label ?? ''}`.trim());
  }

  /** The first control for which a test holds. Throws where there is none. */
  which(test: (control: Control) => boolean): Control {
    const found = this.controls.find(test);
    if (found) return found;
    throw new Error(`the view has no control for which ${test} holds`);
  }

  /** The index of the first line that has these words. Throws where there is none. */
  lineOf(words: string | RegExp): number {
    const found = this.lines.findIndex((line) =>
      typeof words === 'string' ? line.includes(words) : words.test(line),
    );
    if (found >= 0) return found;
    throw new Error(`the view has no line ${words}`);
  }

  /** Controls of the lines from one up to another. */
  between(from: number, to = this.lines.length): Control[] {
    return this.controls.filter(({ line }) => line >= from && line < to);
  }
}

export function wordsIn(line: string): string {
  const bare = line.replace(CONTROL, ' ').replace(/<\/[a-z][\w-]*>/g, '');
  return bare
    .replace(/\\([[<|(])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function controlsIn(line: string, at: number): Control[] {
  const found = [...line.matchAll(CONTROL)];
  return found.map((match, i) => {
    const [whole, number, word = '', attributes = ''] = match;
    const rest = line.slice(match.index + whole.length, found[i + 1]?.index ?? line.length);
    const [content = '', after = ''] = rest.split(`</${word}>`);
    const isEmpty = whole.endsWith('/>');
    const [label = '', place = ''] = content.split(PLACE);
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

function attributesOf(text: string): Control['attributes'] {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = '', key, quoted, bare]) =>
    key === undefined ? ['name', name] : [key, quoted ?? bare ?? true],
  );
  return Object.fromEntries(pairs);
}

function matches(text: string, wanted: string | RegExp | undefined): boolean {
  return wanted === undefined || (typeof wanted === 'string' ? text === wanted : wanted.test(text));
}
