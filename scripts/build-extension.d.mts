/** Writes the extension into `outdir`/extension, default dist/, and its zip beside it. */
export function buildExtension(outdir?: string): Promise<void>;
