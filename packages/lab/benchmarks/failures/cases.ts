import type { FailureCase } from './FailureCase.ts';
import { placeCases } from './places.ts';
import { stateCases } from './states.ts';
import { wordCases } from './words.ts';

/** A case with its name, and whether it was held back while the explanations were made. */
export interface NamedCase extends FailureCase {
  /** `renamed-2`. */
  name: string;
  heldBack: boolean;
}

/** Every case. The second and the fifth of each kind are held back. */
export function namedCases(): NamedCase[] {
  const counts = new Map<string, number>();
  return [...wordCases, ...placeCases, ...stateCases].map((one) => {
    const number = (counts.get(one.kind) ?? 0) + 1;
    counts.set(one.kind, number);
    return { ...one, name: `${one.kind.replaceAll(' ', '-')}-${number}`, heldBack: number % 3 === 2 };
  });
}
