import type { ElementDescriptor } from '../../session/Session.ts';
import { escapeRegExp } from '../../snapshot/escapeRegExp.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { joinKeys } from './joinKeys.ts';
import type { RunTrace } from './readTrace.ts';
import type { OutcomeRecord } from './StepLog.ts';
import { type CallWriter, callOf, doneActions, literal, startUrlOf } from './tracedCalls.ts';

/** A script with parameters, and what of the run is not in it. */
export interface ExportedSkill {
  text: string;
  actions: number;
  parameters: SkillParameter[];
  /** Actions that cannot be written as a call of a script, each with why. */
  omitted: string[];
}

/** What whoever runs it gives. */
export interface SkillParameter {
  /** Of `args`. */
  name: string;
  /** `textbox "Name"`. */
  of: string;
  isSecret: boolean;
}

/** Shortest recorded value that names of elements, and the task, are searched for. */
const MIN_VALUE = 3;
/** Longest that is made a pattern, as V8 bounds their size; a longer one is looked for as it was typed. */
const MAX_PATTERN = 2000;

/**
 * The actions of a run as a script for `session.run`, that takes as arguments what the run had typed and chosen: no recorded value
 * is in it, also where addresses and names of elements repeat one, before it was typed too. `base` stands for the origin. Actions that failed are left out.
 */
export function exportSkill({ task, steps }: RunTrace): ExportedSkill {
  const omitted: string[] = [];
  const lines: string[] = [];
  const start = startUrlOf(steps);
  const outcomes = joinKeys(doneActions(steps));
  const parameters = new SkillParameters(start, typedIn(outcomes));
  for (const outcome of outcomes) {
    const call = callOf(outcome, parameters);
    if ('problem' in call) omitted.push(`${outcome.tool}: ${call.problem}`);
    else lines.push(`await ${call.code};`);
  }
  const opening = start === '' ? [] : [`await page.goto(${parameters.address(start)});`];
  const text = skillText(parameters, task, start, [...opening, ...lines]);
  return { text, actions: lines.length, parameters: parameters.list, omitted };
}

/** What was typed or chosen. */
interface TypedValue {
  value: string;
  target: ElementDescriptor | undefined;
  isSecret: boolean;
}

/** In order, as `callOf` writes them. */
function typedIn(outcomes: readonly OutcomeRecord[]): TypedValue[] {
  const typed: TypedValue[] = [];
  const value: CallWriter['value'] = (one, target, isSecret) => {
    typed.push({ value: one, target, isSecret });
    return '';
  };
  for (const outcome of outcomes) callOf(outcome, { value, name: literal, named: literal, address: literal });
  return typed;
}

function skillText(
  parameters: SkillParameters,
  task: string,
  start: string,
  lines: readonly string[],
): string {
  const names = parameters.list.map(({ name }) => name);
  const about = parameters.list.map(
    ({ name, of, isSecret }) => `// ${name}: ${of}${isSecret ? '; a secret: --arg-env' : ''}`,
  );
  const origin = originOf(start);
  const check = [
    `for (const name of ${literal(names)})`,
    "  if (args[name] === undefined) throw new Error('Give the argument ' + name + '.');",
  ];
  return [
    `// sightline script: ${collapseSpaces(parameters.withoutValues(task)).slice(0, 120)}`,
    `// args: ${names.join(', ')}`,
    ...about,
    ...(origin === '' ? [] : [`const base = args.base ?? ${literal(origin)};`]),
    ...(names.length > 0 ? check : []),
    ...lines,
    '',
  ].join('\n');
}

/** Names what was typed and chosen by the elements that took it, in their order. */
class SkillParameters implements CallWriter {
  readonly list: SkillParameter[] = [];
  readonly #origin: string;
  /** Recorded value by parameter. */
  readonly #values = new Map<string, string>();
  /** The parameter of each value that is written, in order. */
  readonly #order: string[];

  constructor(start: string, typed: readonly TypedValue[]) {
    this.#origin = originOf(start);
    const texts = typed.flatMap(({ value, isSecret }) => (isSecret ? [] : [value]));
    const placeholders = new Map(texts.map((value, i) => [`${i}`, value]));
    this.#order = typed.map((one) => this.#parameterOf(one, placeholders));
    for (const one of this.list) one.of = this.withoutValues(one.of);
  }

  #parameterOf({ value, target, isSecret }: TypedValue, texts: ReadonlyMap<string, string>): string {
    const known = [...this.#values].find(([, other]) => !isSecret && other === value)?.[0];
    if (known !== undefined) return known;
    const { role = 'element', name = '' } = target ?? {};
    const words = splitAtValues(name, texts, wholeWords).filter((part) => typeof part === 'string');
    const parameter = this.#freeName(identifierOf(words.join(' ') || role));
    if (!isSecret) this.#values.set(parameter, value);
    const of = collapseSpaces(`${role}${name === '' ? '' : ` ${literal(name)}`}`);
    this.list.push({ name: parameter, of, isSecret });
    return parameter;
  }

  value(): string {
    return `args.${this.#order.shift()}`;
  }

  /** A value within it is written as its parameter. */
  named(name: string): string {
    return `name: ${this.name(name)}, exact: true`;
  }

  name(name: string): string {
    return writeParts(splitAtValues(name, this.#values, wholeWords), (parameter) => `args.${parameter}`);
  }

  /** The same, as addresses write it. */
  address(url: string): string {
    const origin = originOf(url);
    const isHere = this.#origin !== '' && origin === this.#origin;
    const rest = url.slice(origin.length) || '/';
    const parts = splitAtValues(rest, this.#values, inAddress);
    const written = writeParts(
      isHere ? parts : [origin, ...parts],
      (parameter) => `encodeURIComponent(args.${parameter})`,
    );
    return isHere ? `base + ${written}` : written;
  }

  /** `order a {name}`. */
  withoutValues(text: string): string {
    return splitAtValues(text, this.#values, wholeWords)
      .map((part) => (typeof part === 'string' ? part : `{${part.parameter}}`))
      .join('');
  }

  #freeName(name: string): string {
    const names = this.list.map((one) => one.name);
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`;
      if (!names.includes(candidate)) return candidate;
    }
  }
}

type TextPart = string | { parameter: string };

const originOf = (url: string): string =>
  /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : '';

/** At each place where a pattern of a value fits, the longest value first. */
function splitAtValues(
  text: string,
  values: ReadonlyMap<string, string>,
  patternOf: (value: string) => RegExp | undefined,
): TextPart[] {
  let parts: TextPart[] = [text];
  for (const [parameter, value] of [...values].sort((a, b) => b[1].length - a[1].length)) {
    const pattern = value.length > MAX_PATTERN ? value : patternOf(value);
    if (pattern === undefined) continue;
    parts = parts.flatMap((part) =>
      typeof part === 'string'
        ? part.split(pattern).flatMap((rest, i) => (i === 0 ? [rest] : [{ parameter }, rest]))
        : [part],
    );
  }
  return parts.filter((part) => part !== '');
}

/** As a string of code, with a template where it has parameters. */
function writeParts(parts: readonly TextPart[], code: (parameter: string) => string): string {
  if (parts.every((part) => typeof part === 'string')) return literal(parts.join(''));
  const written = parts.map((part) =>
    typeof part === 'string' ? part.replace(/[`\\$]/g, '\\$&') : `\${${code(part.parameter)}}`,
  );
  return `\`${written.join('')}\``;
}

const wholeWords = (value: string): RegExp | undefined =>
  value.length < MIN_VALUE
    ? undefined
    : new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(value)}(?![\\p{L}\\p{N}])`, 'iu');

/** In any of the ways to write it there; a short one where it is all that a field of the query holds. */
function inAddress(value: string): RegExp | undefined {
  if (value === '') return undefined;
  const wellFormed = value.toWellFormed();
  const inForm = new URLSearchParams({ v: wellFormed }).toString().slice('v='.length);
  const written = [...new Set([encodeURIComponent(wellFormed), inForm, encodeURI(wellFormed), value])];
  const any = written.map(escapeRegExp).join('|');
  return value.length < MIN_VALUE
    ? new RegExp(`(?<==)(?:${any})(?=[&#]|$)`, 'i')
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'iu');
}

/** `First name *` as `firstName`. */
function identifierOf(name: string): string {
  const [first = '', ...rest] = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = first.toLowerCase() + rest.slice(0, 3).map(capitalize).join('');
  if (joined === '' || joined === 'base') return 'value';
  return /^\d/.test(joined) ? `value${joined}` : joined.slice(0, 40);
}

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
