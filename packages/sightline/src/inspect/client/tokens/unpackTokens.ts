/** A text, or bytes that are none. */
type Token = string | number[];

/** The first tokens: the bytes. */
const BYTES = 256;

/**
 * The tokens in order of rank, from what `scripts/packTokens.mjs` wrote: the bytes, in order of rank, then the ranks of the left parts of all
 * other tokens and those of the right ones, each as three rows: low, middle and high bytes.
 */
export function unpackTokens(packed: Uint8Array): Token[] {
  const count = (packed.length - BYTES) / 6;
  const tokens: Token[] = Array.from(packed.subarray(0, BYTES), (byte) => asText([byte]) ?? [byte]);
  const rankAt = (row: number, i: number): number => {
    const byteAt = (plane: number): number => packed[BYTES + (row + plane) * count + i] as number;
    return byteAt(0) + (byteAt(1) << 8) + (byteAt(2) << 16);
  };
  for (let i = 0; i < count; i++)
    tokens.push(join(tokens[rankAt(0, i)] as Token, tokens[rankAt(3, i)] as Token));
  return tokens;
}

function join(left: Token, right: Token): Token {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  const bytes = [...bytesOf(left), ...bytesOf(right)];
  return asText(bytes) ?? bytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

const bytesOf = (token: Token): Iterable<number> =>
  typeof token === 'string' ? encoder.encode(token) : token;

/** Undefined where the bytes are no text, or where a byte order mark at their beginning would be lost: the tokenizer keeps those as bytes. */
function asText(bytes: number[]): string | undefined {
  try {
    const text = decoder.decode(Uint8Array.from(bytes));
    return encoder.encode(text).length === bytes.length ? text : undefined;
  } catch {
    return undefined;
  }
}
