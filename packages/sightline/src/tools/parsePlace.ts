import { SightlineError } from '../snapshot/SightlineError.ts';

const PLACE = /^\s*(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\s*$/;

/** `120,80`: a place in an element, not words for another one. */
export const isPlace = (text: string): boolean => PLACE.test(text);

/** Reads `120,80`. Throws `invalid_argument`. */
export function parsePlace(text: string): { x: number; y: number } {
  const [, x, y] = PLACE.exec(text) ?? [];
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  throw new SightlineError('invalid_argument', `${JSON.stringify(text)} is no place in an element.`, {
    hint: 'Write CSS pixels from its top left corner, as 120,80.',
  });
}
