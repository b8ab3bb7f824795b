import { z } from 'zod';
import { type Session, shorten } from '../../../../../sightline/src/internal.ts';
import type { CheckResult } from '../../checks.ts';

const contentsSchema = z.object({
  exact_match: z.string().optional(),
  must_include: z.array(z.string()).optional(),
});

/** How a task of WebArena is judged. */
export const classicEvalSchema = z.looseObject({
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
    .array(z.looseObject({ url: z.string(), locator: z.string(), required_contents: contentsSchema }))
    .nullish(),
});

type ClassicEval = z.output<typeof classicEvalSchema>;

/** Why a task cannot be judged here; undefined where it can. */
export function unsupportedClassic({
  eval_types,
  reference_answers,
  program_html,
}: ClassicEval): string | undefined {
  const unknownType = eval_types.find(
    (type) => !['string_match', 'url_match', 'program_html'].includes(type),
  );
  if (unknownType) return `nothing judges ${unknownType}`;
  const fuzzy = eval_types.includes('string_match') ? reference_answers?.fuzzy_match : undefined;
  if (fuzzy !== undefined && fuzzy !== 'N/A') return 'fuzzy_match wants a model that judges';
  const calls = eval_types.includes('program_html') ? (program_html ?? []) : [];
  const functionTarget = calls.find(
    ({ url, locator }) => url.startsWith('func') || locator.startsWith('func'),
  );
  return functionTarget && 'its page is found by a function of WebArena';
}

export async function checkClassic(
  evaluation: ClassicEval,
  answer: string,
  session: Session,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  if (evaluation.eval_types.includes('string_match')) results.push(...checkAnswer(evaluation, answer));
  if (evaluation.eval_types.includes('url_match'))
    results.push(checkUrl(evaluation.reference_url ?? '', session.page.url()));
  if (evaluation.eval_types.includes('program_html'))
    for (const target of evaluation.program_html ?? []) results.push(...(await checkHtml(target, session)));
  return results;
}

export function checkAnswer(
  { reference_answers }: Pick<ClassicEval, 'reference_answers'>,
  answer: string,
): CheckResult[] {
  const { exact_match, must_include, fuzzy_match } = reference_answers ?? {};
  const exact = exact_match ?? (fuzzy_match === 'N/A' ? 'N/A' : undefined);
  return [
    ...(exact === undefined
      ? []
      : [toCheckResult(`answer is ${exact}`, normalize(answer) === normalize(exact), answer)]),
    ...(must_include ?? []).map((words) =>
      toCheckResult(`answer includes ${words}`, includes(answer, words, must_include?.length === 1), answer),
    ),
  ];
}

/** One sign alone must be a word of its own: a 0 is in 10. */
function includes(text: string, words: string, isOnly: boolean): boolean {
  const [normalized, reference] = [normalize(text), normalize(words)];
  return isOnly && reference.length === 1
    ? normalized.split(/[^\p{L}\p{N}]+/u).includes(reference)
    : normalized.includes(reference);
}

const normalize = (text: string): string =>
  text
    .trim()
    .replace(/^(['"])(.*)\1$/s, '$2')
    .toLowerCase();

/** The reference is in the address, and each of its parameters has one of its values. */
export function checkUrl(reference: string, url: string): CheckResult {
  const references = reference.split(' |OR| ').map(splitUrl);
  const actual = splitUrl(url);
  const keys = new Set(references.flatMap(({ query }) => [...query.keys()]));
  const ok =
    references.some(({ base }) => actual.base.includes(base)) &&
    [...keys].every((key) =>
      references.some(({ query }) =>
        query.getAll(key).some((value) => actual.query.getAll(key).includes(value)),
      ),
    );
  return toCheckResult(`url is ${reference}`, ok, url);
}

function splitUrl(url: string): { base: string; query: URLSearchParams } {
  const [, base = '', query = ''] =
    /^(?:[a-z]+:\/\/)?([^?#]*)(?:\?([^#]*))?/.exec(url.replace(/\/$/, '')) ?? [];
  return { base: base.replace(/\/$/, ''), query: new URLSearchParams(query) };
}

type HtmlTarget = NonNullable<ClassicEval['program_html']>[number];

async function checkHtml(
  { url, locator, required_contents }: HtmlTarget,
  session: Session,
): Promise<CheckResult[]> {
  const { page } = session;
  if (url !== 'last') await page.goto(url);
  const found = locator.trim() ? await page.evaluate(locator).then(String, () => '') : await page.content();
  const { exact_match, must_include } = required_contents;
  const source = locator.trim() || 'the page';
  if (exact_match !== undefined)
    return [toCheckResult(`${source} is ${exact_match}`, normalize(found) === normalize(exact_match), found)];
  return (must_include ?? []).map((words) =>
    toCheckResult(
      `${source} includes ${words}`,
      words.split(' |OR| ').some((one) => includes(found, one, false)),
      found,
    ),
  );
}

export const toCheckResult = (description: string, ok: boolean, found: string): CheckResult => ({
  check: shorten(description, 200),
  ok,
  ...(!ok && { found: shorten(found, 200) }),
});
