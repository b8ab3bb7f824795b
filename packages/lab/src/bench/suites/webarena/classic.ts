import { z } from 'zod';
import { oneLine, type Session } from '../../../../../sightline/src/internal.ts';
import type { Verdict } from '../../checks.ts';

const contents = z.object({
  exact_match: z.string().optional(),
  must_include: z.array(z.string()).optional(),
});

/** How a task of WebArena is judged. */
export const classicEval = z.looseObject({
  eval_types: z.array(z.string()).min(1),
  reference_answers: z
    .object({
      exact_match: z.string().optional(),
      must_include: z.array(z.string()).optional(),
      fuzzy_match: z.union([z.string(), z.array(z.string())]).optional(),
    })
    .nullish(),
  reference_url: z.string().nullish(),
  program_html: z
    .array(z.looseObject({ url: z.string(), locator: z.string(), required_contents: contents }))
    .nullish(),
});

type Eval = z.output<typeof classicEval>;

/** Why a task cannot be judged here; undefined where it can. */
export function unsupportedIn({ eval_types, reference_answers, program_html }: Eval): string | undefined {
  const strange = eval_types.find((type) => !['string_match', 'url_match', 'program_html'].includes(type));
  if (strange) return `nothing judges ${strange}`;
  const fuzzy = eval_types.includes('string_match') ? reference_answers?.fuzzy_match : undefined;
  if (fuzzy !== undefined && fuzzy !== 'N/A') return 'fuzzy_match wants a model that judges';
  const calls = eval_types.includes('program_html') ? (program_html ?? []) : [];
  const called = calls.find(({ url, locator }) => url.startsWith('func') || locator.startsWith('func'));
  return called && 'its page is found by a function of WebArena';
}

export async function judgeClassic(told: Eval, answer: string, session: Session): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  if (told.eval_types.includes('string_match')) verdicts.push(...judgeAnswer(told, answer));
  if (told.eval_types.includes('url_match'))
    verdicts.push(judgeUrl(told.reference_url ?? '', session.page.url()));
  if (told.eval_types.includes('program_html'))
    for (const target of told.program_html ?? []) verdicts.push(...(await judgeHtml(target, session)));
  return verdicts;
}

export function judgeAnswer(
  { reference_answers }: Pick<Eval, 'reference_answers'>,
  answer: string,
): Verdict[] {
  const { exact_match, must_include, fuzzy_match } = reference_answers ?? {};
  const exact = exact_match ?? (fuzzy_match === 'N/A' ? 'N/A' : undefined);
  return [
    ...(exact === undefined ? [] : [verdict(`answer is ${exact}`, clean(answer) === clean(exact), answer)]),
    ...(must_include ?? []).map((words) =>
      verdict(`answer includes ${words}`, includes(answer, words, must_include?.length === 1), answer),
    ),
  ];
}

/** One sign alone must be a word of its own: a 0 is in 10. */
function includes(text: string, words: string, alone: boolean): boolean {
  const [said, wanted] = [clean(text), clean(words)];
  return alone && wanted.length === 1
    ? said.split(/[^\p{L}\p{N}]+/u).includes(wanted)
    : said.includes(wanted);
}

const clean = (text: string): string =>
  text
    .trim()
    .replace(/^(['"])(.*)\1$/s, '$2')
    .toLowerCase();

/** The reference is in the address, and each of its parameters has one of its values. */
export function judgeUrl(reference: string, url: string): Verdict {
  const wanted = reference.split(' |OR| ').map(partsOf);
  const is = partsOf(url);
  const keys = new Set(wanted.flatMap(({ query }) => [...query.keys()]));
  const ok =
    wanted.some(({ base }) => is.base.includes(base)) &&
    [...keys].every((key) =>
      wanted.some(({ query }) => query.getAll(key).some((value) => is.query.getAll(key).includes(value))),
    );
  return verdict(`url is ${reference}`, ok, url);
}

function partsOf(url: string): { base: string; query: URLSearchParams } {
  const [, base = '', query = ''] =
    /^(?:[a-z]+:\/\/)?([^?#]*)(?:\?([^#]*))?/.exec(url.replace(/\/$/, '')) ?? [];
  return { base: base.replace(/\/$/, ''), query: new URLSearchParams(query) };
}

type Target = NonNullable<Eval['program_html']>[number];

async function judgeHtml({ url, locator, required_contents }: Target, session: Session): Promise<Verdict[]> {
  const { page } = session;
  if (url !== 'last') await page.goto(url);
  const found = locator.trim() ? await page.evaluate(locator).then(String, () => '') : await page.content();
  const { exact_match, must_include } = required_contents;
  const place = locator.trim() || 'the page';
  if (exact_match !== undefined)
    return [verdict(`${place} is ${exact_match}`, clean(found) === clean(exact_match), found)];
  return (must_include ?? []).map((words) =>
    verdict(
      `${place} includes ${words}`,
      words.split(' |OR| ').some((one) => includes(found, one, false)),
      found,
    ),
  );
}

export const verdict = (told: string, ok: boolean, found: string): Verdict => ({
  check: oneLine(told, 200),
  ok,
  ...(!ok && { found: oneLine(found, 200) }),
});
