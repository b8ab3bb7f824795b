import { replaceStrings } from '../model/replaceStrings.ts';
import type { FrameCapture } from './captureFrame.ts';
import { withoutSecrets } from './withoutSecrets.ts';

/**
 * Replaces what one document repeats of another's secrets (a frame, of the form around it). Only the document that
 * holds a secret can tell: so the words of the others are brought to it, never the secret to them. Throws `Gone`.
 */
export async function censorFrames(captures: readonly FrameCapture[]): Promise<void> {
  if (captures.length < 2) return;
  for (const holder of captures.filter(({ holdsSecrets }) => holdsSecrets))
    for (const capture of captures) if (capture !== holder) await censor(capture, holder);
}

async function censor({ document }: FrameCapture, holder: FrameCapture): Promise<void> {
  const { url, title, strings, rows } = document;
  const [toldUrl = '', toldTitle = '', ...texts] = await withoutSecrets(holder.world, holder.frameId, [
    url,
    title,
    ...strings,
  ]);
  document.url = toldUrl;
  document.title = toldTitle;
  const told = new Map([...texts.entries()].filter(([i, text]) => text !== strings[i]));
  if (told.size === 0) return;
  // The next difference builds on what the page told: that stays as it is.
  document.strings = [...strings];
  document.rows = { ...rows, text: [...rows.text], name: [...rows.name], attributes: [...rows.attributes] };
  replaceStrings(document.strings, document.rows, told);
}
