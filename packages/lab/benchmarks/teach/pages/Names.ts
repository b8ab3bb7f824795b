import type { Random } from '../../pages/Random.ts';
import { Words } from '../../pages/words.ts';

/** A kind of name that can stand for another of its kind. */
export type NameKind = keyof typeof MAKERS;

export interface DrawnName {
  kind: NameKind;
  text: string;
}

const MAKERS = {
  person: (words: Words) => words.person(),
  title: (words: Words) => words.title(),
  action: (words: Words) => words.action(),
  word: (words: Words) => words.noun(),
  city: (words: Words) => words.city(),
  code: (words: Words) => words.code('K'),
  nonsense: (_: Words, random: Random) => nonsense(random),
  number: (_: Words, random: Random) => String(random.between(2, 9_999)),
  handle: (words: Words, random: Random) =>
    random.chance(0.5) ? `@${words.noun()}` : `@${nonsense(random).toLowerCase()}`,
  email: (words: Words) => words.email(),
};

const CONSONANTS = [...'bcdfghjklmnprstvwxz'];
const VOWELS = [...'aeiou'];

/** A word that no language has, as random user names and passwords are. */
function nonsense(random: Random): string {
  const length = random.between(2, 4);
  const syllable = (): string => random.pick(CONSONANTS) + random.pick(VOWELS);
  const text = random.many(length, syllable) + (random.chance(0.4) ? random.between(1, 99) : '');
  return random.chance(0.4) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Names of a page: none is drawn twice, and none is a part of another, so that each can be found and replaced. */
export class Names {
  readonly drawn: DrawnName[] = [];
  readonly random: Random;
  readonly words: Words;

  constructor(random: Random, taken: readonly string[] = []) {
    this.random = random;
    this.words = new Words(random);
    this.#taken = taken.map((text) => text.toLowerCase());
  }

  readonly #taken: string[];

  draw(kind: NameKind): string {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const text = MAKERS[kind](this.words, this.random);
      const low = text.toLowerCase();
      if (this.#taken.some((other) => other.includes(low) || low.includes(other))) continue;
      this.#taken.push(low);
      this.drawn.push({ kind, text });
      return text;
    }
    throw new Error(`no name of the kind ${kind} is left`);
  }

  /** As many as asked for. */
  several(count: number, kind: NameKind): string[] {
    return Array.from({ length: count }, () => this.draw(kind));
  }
}

const MAX_TRIES = 400;
