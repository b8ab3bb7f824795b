import type { Session } from '../../packages/sightline/src/session/Session.ts';

/** What a look shows of an element that can be used. */
export interface ShownElement {
  index: number;
  tag: string;
  accessibleName: string;
}

/** Looks, and answers all that can be used, in order. */
export async function lookForElements(session: Session): Promise<ShownElement[]> {
  const { data } = await session.look({ view: 'json' });
  return data.elements as ShownElement[];
}

/** The numbers of what is called so: its name begins with the words, or `<tag`. */
export function numbersOf(elements: readonly ShownElement[], words: string): number[] {
  const isMeant = ({ tag, accessibleName }: ShownElement): boolean =>
    words.startsWith('<') ? `<${tag}` === words : accessibleName.startsWith(words);
  return elements.filter(isMeant).map(({ index }) => index);
}
