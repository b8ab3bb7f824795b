import { replaceStrings } from '../../snapshot/replaceStrings.ts';
import { callPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';

/**
 * Replaces what one document repeats of another's secrets (a frame, of the form around it). Only the document that
 * holds a secret can tell: so the words of the others are brought to it, never the secret to them. Throws `Gone`.
 */
export async function redactAcrossFrames(captures: readonly FrameCapture[]): Promise<void> {
  if (captures.length < 2) return;
  for (const holder of captures.filter(({ holdsSecrets }) => holdsSecrets))
    for (const capture of captures) if (capture !== holder) await redactCapture(capture, holder);
}

async function redactCapture({ document }: FrameCapture, holder: FrameCapture): Promise<void> {
  const { url, title, strings, rows } = document;
  const [redactedUrl = '', redactedTitle = '', ...redactedStrings] = await callPageScript(
    holder,
    'redactSecrets',
    [url, title, ...strings],
  );
  document.url = redactedUrl;
  document.title = redactedTitle;
  const replacements = new Map([...redactedStrings.entries()].filter(([i, text]) => text !== strings[i]));
  if (replacements.size === 0) return;
  // The next difference builds on what the page told: that stays as it is.
  document.strings = [...strings];
  document.rows = { ...rows, text: [...rows.text], name: [...rows.name], attributes: [...rows.attributes] };
  replaceStrings(document.strings, document.rows, replacements);
}
