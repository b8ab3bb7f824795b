import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { attribute, documentProperty, matchesSelector } from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';

/** All words of the captions that a video is to show, whenever. */
export function captionsOf({ textTracks }: HTMLVideoElement): string {
  const shown = Array.from(textTracks).filter(({ mode }) => mode === 'showing');
  const cues = shown.flatMap(({ cues: all }) => Array.from(all ?? []));
  return cues.map((cue) => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')).join(' ');
}

/** Whether the bubble that says what is wrong with a field, which only the one that has the focus may have, repeats a secret. */
export function saysSecretInBubble(root: TreeRoot, redactors: readonly SecretRedactor[]): boolean {
  const field = root instanceof ShadowRoot ? root.activeElement : documentProperty('activeElement', root);
  if (!field || redactors.every(({ isEmpty }) => isEmpty) || !matchesSelector(field, ':invalid'))
    return false;
  const { validationMessage } = field as HTMLInputElement;
  const words = `${validationMessage ?? ''} ${attribute(field, 'title') ?? ''}`;
  return redactors.some((redactor) => redactor.occursIn(words));
}
