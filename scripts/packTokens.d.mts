/** The tokens of a tokenizer in order of rank, each as two earlier ones: read by `unpackTokens` of the inspect page. */
export function packTokens(tokens: readonly (string | readonly number[])[]): Uint8Array;
