import { resultRef } from '../../render/parseRenderedLine.ts';
import { LabelMatcher } from '../../search/extract/LabelMatcher.ts';
import type { ElementDescriptor, Session } from '../../session/Session.ts';
import { escapeRegExp } from '../../snapshot/escapeRegExp.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';

/** The element of a traced action on the page as it is now. */
export interface TracedElement {
  number: number;
  /** Where it is not what it was called: what it is called now, and by what it was found. */
  healed?: { by: HealedBy; role: string; name: string };
}

/** `role`: it has the name, and another role; `words`: the words of its name; `model`: a model has chosen it. */
export type HealedBy = 'role' | 'words' | 'model';

/**
 * Chooses among elements as a query lists them the one that a description means; undefined for none of them.
 * @param lines ` [7]<button>Save (MAIN)`
 */
export type ChooseTraced = (description: string, lines: readonly string[]) => Promise<string | undefined>;

interface Candidate {
  index: number;
  role: string | null;
  name: string;
  landmark: string | null;
  heading: string | null;
  item?: string;
  score?: number;
}

/** What does the same when it is clicked. */
const CLICKED_ROLES: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'tab', 'option']);
/** What the score of the next best is at most, of that of the best. */
const CLEAR = 0.85;

/**
 * By role and name, then by context, then by order. Where there is none: by its name with another role of what is clicked, then
 * by a query of its words, with its role or another of what is clicked, if one element alone answers it, stands in the same item,
 * and was not on the page then (`shown`: what was), then, where there is one, by a model, which is shown what a query of its words
 * and its role finds. Else why there is none.
 */
export async function findTracedElement(
  session: Session,
  target: ElementDescriptor,
  shown: string,
  choose?: ChooseTraced,
): Promise<TracedElement | string> {
  const { role, name } = target;
  const named = await ask(session, { ...(role && { role }), ...(name && { name }), maxResults: 500 });
  const candidates = named.filter((one) => (one.role ?? '') === role && one.name === name);
  if (candidates.length === 0)
    return (
      (await findHealed(session, target, shown)) ??
      (choose && (await findChosen(session, target, choose))) ??
      `there is no ${role || 'element'} "${name}" now`
    );
  const narrowed = candidates.filter((one) => isInContext(one, target));
  if (narrowed.length === 1 && narrowed[0]) return { number: narrowed[0].index };
  const { text } = await session.look({ view: 'flat', full: true });
  const position = ({ index }: Candidate): number => text.indexOf(`[${index}]<`);
  const inOrder = candidates.toSorted((a, b) => position(a) - position(b));
  const number = inOrder[target.nth ?? 0]?.index;
  return number === undefined ? `there are ${candidates.length} of ${role} "${name}" now` : { number };
}

async function ask(session: Session, query: Parameters<Session['query']>[0]): Promise<Candidate[]> {
  const { data } = await session.query(query);
  return (data.elements ?? []) as Candidate[];
}

const isInContext = (
  { item, heading, landmark }: Candidate,
  target: Pick<ElementDescriptor, 'item' | 'heading' | 'landmark'>,
): boolean =>
  item === target.item &&
  (heading ?? undefined) === target.heading &&
  (landmark ?? undefined) === target.landmark;

async function findHealed(
  session: Session,
  target: ElementDescriptor,
  shown: string,
): Promise<TracedElement | undefined> {
  const { role, name } = target;
  if (name.trim() === '') return undefined;
  const isSameItem = (one: Candidate): boolean => one.item === target.item;
  if (CLICKED_ROLES.has(role)) {
    const named = await ask(session, { name, maxResults: 20 });
    const alike = named.filter(
      (one) => one.name === name && CLICKED_ROLES.has(one.role ?? '') && isSameItem(one),
    );
    if (alike.length === 1 && alike[0]) return healedAs(alike[0], 'role');
    if (alike.length > 1) return undefined;
  }
  const byWords = { text: name, scores: true, maxResults: 10 };
  const isMeant = (one: Candidate): boolean => !wasShown(one.name, shown) && isAlike(name, one.name);
  const ofRole = (await ask(session, { ...byWords, ...(role && { role }) })).filter(isSameItem);
  if (ofRole[0] && isMeant(ofRole[0])) return bestOf(ofRole);
  if (!CLICKED_ROLES.has(role)) return undefined;
  const ofOthers = (await ask(session, byWords)).filter(
    (one) => CLICKED_ROLES.has(one.role ?? '') && one.role !== role && isSameItem(one),
  );
  return ofOthers[0] && isMeant(ofOthers[0]) ? bestOf(ofOthers) : undefined;
}

/** The first, where no other is nearly as good. */
function bestOf([best, second]: readonly Candidate[]): TracedElement | undefined {
  if (!best) return undefined;
  const isClear = !second || (second.score ?? 0) <= CLEAR * (best.score ?? 0);
  return isClear ? healedAs(best, 'words') : undefined;
}

/** Elements that a model is shown: what a query of the words finds, and what has the role. */
const MAX_SHOWN = 10;

async function findChosen(
  session: Session,
  { role, name, item, heading, landmark }: ElementDescriptor,
  choose: ChooseTraced,
): Promise<TracedElement | undefined> {
  const queries = [
    ...(name.trim() === '' ? [] : [{ text: name, maxResults: MAX_SHOWN }]),
    ...(role === '' ? [] : [{ role, maxResults: MAX_SHOWN }]),
  ];
  const byLine = new Map<string, Candidate>();
  for (const query of queries) {
    const { text, data } = await session.query(query);
    const lines = text.split('\n');
    for (const candidate of (data.elements ?? []) as Candidate[]) {
      const line = lines.find((one) => resultRef(one) === candidate.index);
      if (line !== undefined && ![...byLine.values()].some(({ index }) => index === candidate.index))
        byLine.set(line, candidate);
    }
  }
  const place = [item, heading, landmark].filter(Boolean).join(', in ');
  const chosen = await choose(`${role} "${name}"${place && `, in ${place}`}`, [...byLine.keys()]);
  const candidate = chosen === undefined ? undefined : byLine.get(chosen);
  return candidate && healedAs(candidate, 'model');
}

const healedAs = ({ index, role, name }: Candidate, by: HealedBy): TracedElement => ({
  number: index,
  healed: { by, role: role ?? '', name },
});

/** A query also finds what has some of the words, or has them in its address or ids: `Delete photo` is no `Delete account`. */
const isAlike = (was: string, is: string): boolean => new LabelMatcher().isSameOrPart(was, is);

/** One that was there then is another element: views write `[3]<button>Save all`. */
function wasShown(name: string, shown: string): boolean {
  const words = escapeRegExp(collapseSpaces(name));
  return new RegExp(`>${words}(?=\\s*(?:$|[\\n[("<]))`, 'i').test(shown);
}
