import { Random } from '../pages/Random.ts';
import type { TaskPage } from './pages/makePage.ts';
import { type DrawnName, Names } from './pages/Names.ts';
import type { CallExample } from './playEpisode.ts';

/** Highest number that is dealt. */
const MAX_NUMBER = 99;

/**
 * The same examples of an episode with other names, other words for the parts of the goal, and other numbers: as they would be
 * on a page that was drawn otherwise. What is meant stays the same.
 */
export function redealEpisode(
  examples: readonly CallExample[],
  { parts, names }: Pick<TaskPage, 'parts' | 'names'>,
  seed: number,
): CallExample[] {
  const random = new Random(seed);
  const rephrase = replacer(
    parts.map(({ said, phrases }) => [said, random.pick(phrases)] as const),
    true,
  );
  const rename = replacer(newNames(names, random), false);
  const numbers = new Map<string, string>();
  const free = Array.from({ length: MAX_NUMBER }, (_, at) => String(at + 1));
  const numberFor = (number: string): string => {
    if (!numbers.has(number))
      numbers.set(number, free.splice(random.between(0, free.length - 1), 1)[0] ?? number);
    return numbers.get(number) ?? number;
  };
  return examples.map(({ prompts, calls }) => ({
    prompts: Object.fromEntries(
      Object.entries(prompts).map(([form, prompt]) => [
        form,
        renumberText(rename(rephrase(prompt)), numberFor),
      ]),
    ) as CallExample['prompts'],
    calls: {
      functional: renumberCall(rename(calls.functional), numberFor),
      json: renumberCall(rename(calls.json), numberFor),
    },
  }));
}

function newNames(names: readonly DrawnName[], random: Random): [string, string][] {
  const others = new Names(
    random,
    names.map(({ text }) => text),
  );
  return names.map(({ kind, text }) => [text, others.draw(kind)]);
}

/** Replaces all at once, longer texts first; with `anyCase` the first letter may be a capital, and stays one. */
function replacer(pairs: readonly (readonly [string, string])[], anyCase: boolean): (text: string) => string {
  if (pairs.length === 0) return (text) => text;
  const byText = new Map(
    pairs.flatMap(
      ([from, to]) =>
        (anyCase
          ? [
              [from, to],
              [capital(from), capital(to)],
            ]
          : [[from, to]]) as [string, string][],
    ),
  );
  const texts = [...byText.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  return (text) => text.replace(pattern, (found) => byText.get(found) ?? found);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Save [12] button`, `[12]<button>Save`. */
const renumberText = (text: string, numberFor: (number: string) => string): string =>
  text.replace(/\[(\d+)\](?= [a-z]|<)/g, (_, number: string) => `[${numberFor(number)}]`);

/** `Save <bu_click> 12`, `near=12`, `Save {"click": {"index": 12}}`. */
const renumberCall = (call: string, numberFor: (number: string) => string): string =>
  call.replace(
    /(<bu_(?:click|fill|select|check)> |<bu_query> near=|"(?:index|near)": )(\d+)/,
    (_, head: string, number: string) => head + numberFor(number),
  );
