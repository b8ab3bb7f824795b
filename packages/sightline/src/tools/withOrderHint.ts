import type { Session } from '../session/Session.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';

/** A call of `fill` or `type`, as it was given. */
interface FieldCall {
  command: string;
  element: number | string;
  text: string;
}

const NUMBER = /^\s*\[?\d+\]?\s*$/;

/** Of a call that found no field: where the text is the number of one, the two are in the wrong order, and the hint says so. */
export async function withOrderHint<T>(
  running: Promise<T>,
  session: Pick<Session, 'numberOf'>,
  { command, element, text }: FieldCall,
): Promise<T> {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'not_found' || !NUMBER.test(text)) throw error;
    const number = await session.numberOf(text, 'fill').catch(() => undefined);
    if (number === undefined) throw error;
    throw new SightlineError('not_found', error.message, {
      hint: `The element comes first: \`${command} ${number} ${JSON.stringify(element)}\`.`,
      cause: error,
    });
  }
}
