import { tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';
import type { TypedSecrets } from '../TypedSecrets.ts';

/** Texts that a document has given without its own secrets, without those of the other documents. */
export async function redactForeign(
  captures: readonly FrameCapture[],
  documentKey: string,
  texts: string[],
): Promise<string[]> {
  let redacted = texts;
  for (const holder of captures)
    if (holder.holdsSecrets && holder.document.key !== documentKey)
      redacted = (await tryCallPageScript(holder, 'redactSecrets', redacted)) ?? redacted;
  return redacted;
}

/** Keeps what shows whether a text repeats a secret of these documents. */
export async function rememberHeld(
  captures: readonly FrameCapture[],
  typedSecrets: TypedSecrets,
): Promise<void> {
  for (const holder of captures.filter(({ holdsSecrets }) => holdsSecrets))
    typedSecrets.rememberHeld(
      (await tryCallPageScript(holder, 'secretFingerprints', typedSecrets.hashed.seed)) ?? [],
    );
}
