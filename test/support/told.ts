import type { Session } from '../../packages/sightline/src/session/Session.ts';

/** What a look tells of an element that can be used. */
export interface Told {
  index: number;
  tag: string;
  accessibleName: string;
}

/** Looks, and answers all that can be used, in order. */
export async function lookFor(session: Session): Promise<Told[]> {
  const { data } = await session.look({ view: 'json' });
  return data.elements as Told[];
}

/** The numbers of what is called so: its name begins with the words, or `<tag`. */
export function numbersOf(told: readonly Told[], words: string): number[] {
  const isMeant = ({ tag, accessibleName }: Told): boolean =>
    words.startsWith('<') ? `<${tag}` === words : accessibleName.startsWith(words);
  return told.filter(isMeant).map(({ index }) => index);
}
