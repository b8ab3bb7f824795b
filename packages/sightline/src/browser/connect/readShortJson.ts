import { parseJson } from '../../snapshot/parseJson.ts';

/** Bytes of what a browser or a grid says of itself. */
const MAX_BYTES = 4_000_000;

/** What an answer holds as JSON; undefined for what is none. One that goes on and on is broken off. */
export async function readShortJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_BYTES) return undefined;
    parts.push(part);
  }
  return parseJson(Buffer.concat(parts).toString());
}
