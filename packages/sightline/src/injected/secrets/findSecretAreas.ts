import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import {
  attribute,
  attributeNames,
  boundingRect,
  namespaceUri,
  queryAll,
  SVG_NAMESPACE,
} from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import { contentTransform } from '../layout/emitContentBox.ts';
import type { AreaEdges, FramePlacement } from '../PageApi.ts';
import { EVERYWHERE, paintedAreas, type SecretPlace } from './paintedAreas.ts';
import { fieldValue, type SecretFields } from './SecretFields.ts';
import { placesOfSecrets, shownTexts } from './shownText.ts';

const FIELD_SELECTOR = 'input:not([type=hidden]),textarea,select,[contenteditable]';
const FRAME_SELECTOR = 'iframe,frame,object,embed';
/** What paints something of a drawing once more. */
const DRAWN_AGAIN = 'use,pattern,marker,mask,image';

export interface SecretSources {
  secrets: SecretFields;
  /** Finds what other documents of the page hold. */
  others: SecretRedactor;
  /** Frames whose documents are asked themselves. */
  safeFrames: ReadonlySet<Element>;
}

/** Where secrets are painted, in the viewport: fields for them, also empty ones, what repeats them, and frames that cannot be asked. */
export function findSecretAreas(roots: readonly TreeRoot[], sources: SecretSources): AreaEdges[] {
  const places = roots.flatMap((root) => [...placesIn(root, sources)]);
  const areas = places.flatMap(paintedAreas);
  if (areas.length > 0 && places.some(({ element }) => namespaceUri(element) === SVG_NAMESPACE))
    areas.push(...roots.flatMap(areasOfCopies));
  return areas;
}

function* placesIn(root: TreeRoot, { secrets, others, safeFrames }: SecretSources): Generator<SecretPlace> {
  const redactors = [secrets.redactor, others].filter(({ isEmpty }) => !isEmpty);
  for (const field of queryAll(root, FIELD_SELECTOR))
    if (secrets.isSecret(field) || redactors.some((one) => one.occursIn(fieldValue(field))))
      yield { element: field };
  for (const frame of queryAll(root, FRAME_SELECTOR)) if (!safeFrames.has(frame)) yield { element: frame };
  if (redactors.length === 0) return;
  const texts = shownTexts(root);
  for (const redactor of redactors) yield* placesOfSecrets(texts, redactor);
  for (const element of queryAll(root, 'img,input,textarea,option,optgroup,track'))
    if (redactors.some((redactor) => showsSecret(element, redactor)))
      yield { element: element.closest('select,video') ?? element };
}

/** Shows an attribute as text: a button's value, an image's alternative. */
const showsSecret = (element: Element, redactor: SecretRedactor): boolean =>
  attributeNames(element).some(
    (name) => name !== 'style' && redactor.occursIn(attribute(element, name) ?? ''),
  );

/** Drawings that show parts of others: where one says a secret, it may be any. */
function areasOfCopies(root: TreeRoot): AreaEdges[] {
  if (queryAll(root, 'feImage').length > 0) return [EVERYWHERE];
  const drawings = [...queryAll(root, 'svg')].filter((svg) => svg.querySelector(DRAWN_AGAIN) !== null);
  return drawings.flatMap((element) => paintedAreas({ element }));
}

/** Where the documents of frames lie in this one, moved by `x` and `y`. */
export function placeFrames(frames: ReadonlyMap<Element, number>, x: number, y: number): FramePlacement[] {
  return Array.from(frames, ([frame, id]) => {
    const rect = boundingRect(frame);
    const { left, top, a, b, c, d } = contentTransform(frame, rect, getComputedStyle(frame));
    const { offsetWidth, offsetHeight } = frame as HTMLElement;
    const width = Math.abs(a * offsetWidth) + Math.abs(c * offsetHeight);
    const height = Math.abs(b * offsetWidth) + Math.abs(d * offsetHeight);
    // In depth, or on a path: the transforms that are known do not lead to the box that is there.
    const isFlat = Math.abs(width - rect.width) < 2 && Math.abs(height - rect.height) < 2;
    const box: AreaEdges = [rect.left + x, rect.top + y, rect.right + x, rect.bottom + y];
    return { id, box, isFlat, transform: { a, b, c, d, e: rect.left + left + x, f: rect.top + top + y } };
  });
}
