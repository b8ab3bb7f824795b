// Packs the tables of a byte-pair tokenizer: each token is two earlier ones joined, which compresses to two thirds of their texts.

/** The first tokens: the bytes. */
const BYTES = 256;

/**
 * The tokens in order of rank, as a text or its bytes, as `unpackTokens` of the inspect page reads them: the bytes, in order of rank, then
 * the ranks of the left parts of all other tokens and those of the right ones, each as three rows: low, middle and high bytes.
 */
export function packTokens(tokens) {
  const keys = tokens.map((token) => Buffer.from(token).toString('latin1'));
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  const parts = keys.slice(BYTES).map((key, i) => splitToken(key, ranks, i + BYTES));
  const rows = [0, 1].flatMap((side) =>
    [0, 8, 16].map((shift) => Buffer.from(parts.map((part) => (part[side] >> shift) & 255))),
  );
  return Buffer.concat([Buffer.from(keys.slice(0, BYTES).join(''), 'latin1'), ...rows]);
}

/** The ranks of two earlier tokens that are this one when joined. */
function splitToken(key, ranks, rank) {
  let best;
  for (let at = 1; at < key.length; at++) {
    const left = ranks.get(key.slice(0, at)) ?? rank;
    const right = ranks.get(key.slice(at)) ?? rank;
    if (Math.max(left, right) < Math.max(...(best ?? [rank]))) best = [left, right];
  }
  if (!best) throw new Error(`token ${rank} is not two earlier ones joined`);
  return best;
}
