import type { ElementDescriptor } from '../../session/Session.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { RunTrace } from './readTrace.ts';
import { type CallWriter, callOf, literal } from './tracedCalls.ts';

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

/**
 * The actions of a run as a script for `session.run`, that takes as arguments what the run had typed and chosen: no recorded value
 * is in it, also where names of elements repeat one. `base` stands for the origin. Actions that failed are left out.
 */
export function exportSkill({ task, steps }: RunTrace): ExportedSkill {
  const omitted: string[] = [];
  const lines: string[] = [];
  let actions = 0;
  const start = steps.find(({ url }) => /^https?:/.test(url))?.url ?? '';
  const outcomes = steps
    .flatMap((step) => step.outcomes)
    .filter(({ kind, error }) => kind === 'act' && !error);
  const parameters = new SkillParameters(start);
  for (const outcome of outcomes) {
    const call = callOf(outcome, parameters);
    if ('problem' in call) omitted.push(`${outcome.tool}: ${call.problem}`);
    else lines.push(`await ${call.code};`);
    if (!('problem' in call)) actions++;
  }
  const opening = start === '' ? [] : [`await page.goto(${parameters.address(start)});`];
  const text = skillText(parameters, task, start, [...opening, ...lines]);
  return { text, actions, parameters: parameters.list, omitted };
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
  const origin = URL.canParse(start) ? new URL(start).origin : '';
  const check = [
    `for (const name of ${literal(names)})`,
    "  if (args[name] === undefined) throw new Error('Give the argument ' + name + '.');",
  ];
  return [
    `// sightline script: ${parameters.withoutValues(collapseSpaces(task)).slice(0, 120)}`,
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

  constructor(start: string) {
    this.#origin = URL.canParse(start) ? new URL(start).origin : '';
  }

  value(value: string, target: ElementDescriptor | undefined, isSecret: boolean): string {
    const { role = 'element', name = '' } = target ?? {};
    const known = [...this.#values].find(([, other]) => !isSecret && other === value)?.[0];
    if (known !== undefined) return `args.${known}`;
    const parameter = this.#freeName(identifierOf(name || role));
    if (!isSecret) this.#values.set(parameter, value);
    const of = this.withoutValues(collapseSpaces(`${role}${name === '' ? '' : ` ${literal(name)}`}`));
    this.list.push({ name: parameter, of, isSecret });
    return `args.${parameter}`;
  }

  /** A value within it is written as its parameter. */
  name(name: string): string {
    const parts = this.#splitAtValues(name);
    if (parts.every((part) => typeof part === 'string')) return literal(name);
    const written = parts.map((part) =>
      typeof part === 'string' ? part.replace(/[`\\$]/g, '\\$&') : `\${args.${part.parameter}}`,
    );
    return `\`${written.join('')}\``;
  }

  address(url: string): string {
    const isHere = this.#origin !== '' && URL.canParse(url) && new URL(url).origin === this.#origin;
    return isHere ? `base + ${literal(url.slice(this.#origin.length) || '/')}` : literal(url);
  }

  /** `order a {name}`. */
  withoutValues(text: string): string {
    return this.#splitAtValues(text)
      .map((part) => (typeof part === 'string' ? part : `{${part.parameter}}`))
      .join('');
  }

  /** Whole words, longest value first. */
  #splitAtValues(text: string): (string | { parameter: string })[] {
    const values = [...this.#values].filter(([, value]) => value.length >= MIN_VALUE);
    let parts: (string | { parameter: string })[] = [text];
    for (const [parameter, value] of values.sort((a, b) => b[1].length - a[1].length)) {
      const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u');
      parts = parts.flatMap((part) =>
        typeof part === 'string'
          ? part.split(pattern).flatMap((rest, i) => (i === 0 ? [rest] : [{ parameter }, rest]))
          : [part],
      );
    }
    return parts.filter((part) => part !== '');
  }

  #freeName(name: string): string {
    const names = this.list.map((one) => one.name);
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`;
      if (!names.includes(candidate)) return candidate;
    }
  }
}

/** `First name *` as `firstName`. */
function identifierOf(name: string): string {
  const [first = '', ...rest] = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = first.toLowerCase() + rest.slice(0, 3).map(capitalize).join('');
  if (joined === '' || joined === 'base') return 'value';
  return /^\d/.test(joined) ? `value${joined}` : joined.slice(0, 40);
}

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
