import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import {
  attribute,
  attributeNames,
  boundingRect,
  flatParent,
  localName,
  namespaceUri,
  queryAll,
  SVG_NAMESPACE,
  textContent,
} from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import { contentTransform } from '../layout/emitContentBox.ts';
import type { AreaEdges, FramePlacement } from '../PageApi.ts';
import { DeclaredProperties } from '../styles/DeclaredProperties.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { captionsOf } from './browserTexts.ts';
import type { DrawnTexts } from './DrawnTexts.ts';
import { EVERYWHERE, paintedAreas, type SecretPlace, spreadOf } from './paintedAreas.ts';
import { fieldValue, type SecretFields } from './SecretFields.ts';
import { scatteredPlaces } from './scatteredSecrets.ts';
import { placesOfSecrets, type ShownText, shownTexts } from './shownText.ts';
import { styledPlaces } from './styledSecrets.ts';

const FIELD_SELECTOR = 'input:not([type=hidden]),textarea,select,[contenteditable]';
const FRAME_SELECTOR = 'iframe,frame,object,embed';
/** What paints something of a drawing once more. */
const DRAWN_AGAIN = 'use,pattern,marker,mask,image';
/** What any element of a page may be painted with, and the words of a drawing with it. */
const USED_ANYWHERE = `feImage,${['clipPath', 'mask', 'pattern', 'marker']
  .map((holder) => `${holder} :is(text,use,image,foreignObject)`)
  .join()}`;

export interface SecretSources {
  secrets: SecretFields;
  /** Finds what other documents of the page hold. */
  others: SecretRedactor;
  /** Frames whose documents are asked themselves. */
  safeFrames: ReadonlySet<Element>;
  drawn: DrawnTexts;
}

/** Where secrets are painted, in the viewport: fields for them, also empty ones, what repeats them, and frames that cannot be asked. */
export function findSecretAreas(roots: readonly TreeRoot[], sources: SecretSources): AreaEdges[] {
  const redactors = [sources.secrets.redactor, sources.others].filter(({ isEmpty }) => !isEmpty);
  // A style of one root may hold in those within it.
  const declared = redactors.length > 0 ? new DeclaredProperties(roots) : undefined;
  const isGenerating = declared?.hasParts === true && declared.has('content');
  const isTurned = declared?.overridesDirection === true;
  const texts = new Map(
    roots.map((root) => [root, declared ? shownTexts(root, { isGenerating, isTurned }) : []]),
  );
  const places = roots.flatMap((root) => [
    ...placesIn(root, texts.get(root) ?? [], sources, redactors, declared),
  ]);
  const all = [...texts.values()].flat();
  for (const redactor of redactors) places.push(...scatteredPlaces(all, redactor));
  const areas = places.flatMap(paintedAreas);
  if (places.some(({ element }) => isInDrawing(element))) areas.push(...roots.flatMap(areasOfCopies));
  return areas;
}

function* placesIn(
  root: TreeRoot,
  texts: readonly ShownText[],
  { secrets, safeFrames, drawn }: SecretSources,
  redactors: readonly SecretRedactor[],
  declared: DeclaredProperties | undefined,
): Generator<SecretPlace> {
  for (const field of queryAll(root, FIELD_SELECTOR))
    if (secrets.isSecret(field) || redactors.some((one) => one.occursIn(fieldValue(field))))
      yield { element: field };
  for (const frame of queryAll(root, FRAME_SELECTOR)) if (!safeFrames.has(frame)) yield { element: frame };
  if (!declared) return;
  for (const redactor of redactors) yield* placesOfSecrets(texts, redactor);
  for (const element of queryAll(root, 'img,input,textarea,option,optgroup,track'))
    if (redactors.some((redactor) => showsSecret(element, redactor)))
      yield { element: element.closest('select,video') ?? element };
  for (const video of queryAll(root, 'video'))
    if (redactors.some((redactor) => redactor.occursIn(captionsOf(video as HTMLVideoElement))))
      yield { element: video };
  yield* styledPlaces(root, redactors, drawn, declared);
  for (const picture of queryAll(root, 'img,input[type=image],video,image,feImage'))
    if (drawn.repeatSecret(addressOf(picture), redactors)) yield placeOfPicture(picture);
}

/** Shows an attribute as text: a button's value, an image's alternative; or what stands in an option, in the list that it is of. */
const showsSecret = (element: Element, redactor: SecretRedactor): boolean =>
  (localName(element) === 'option' && redactor.occursIn(textContent(element))) ||
  attributeNames(element).some(
    (name) => name !== 'style' && redactor.occursIn(attribute(element, name) ?? ''),
  );

/** Of what it shows now. */
function addressOf(picture: Element): string {
  if (picture instanceof HTMLImageElement) return picture.currentSrc;
  if (picture instanceof HTMLVideoElement) return picture.poster;
  if (picture instanceof HTMLInputElement) return picture.src;
  const { href } = picture as SVGImageElement;
  return [href.baseVal, href.animVal].map(resolved).join(' ');
}

const resolved = (url: string): string =>
  URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;

/** Its box, where that cuts off what it shows. */
function placeOfPicture(element: Element): SecretPlace {
  if (element instanceof SVGElement) return { element };
  const style = getComputedStyle(element);
  const isCut = ['overflow-x', 'overflow-y'].every((axis) =>
    ['clip', 'hidden'].includes(styleValue(style, axis)),
  );
  const hasMargin = /[1-9]/.test(styleValue(style, 'overflow-clip-margin'));
  return isCut && !hasMargin ? { element } : { element, reach: 'clip' };
}

/** Also where HTML stands in it. */
function isInDrawing(element: Element): boolean {
  for (let up: Element | null = element; up; up = flatParent(up))
    if (namespaceUri(up) === SVG_NAMESPACE) return true;
  return false;
}

/** Drawings that show parts of others: where one says a secret, it may be any. */
function areasOfCopies(root: TreeRoot): AreaEdges[] {
  if (queryAll(root, USED_ANYWHERE).length > 0) return [EVERYWHERE];
  const drawings = [...queryAll(root, 'svg')].filter((svg) => svg.querySelector(DRAWN_AGAIN) !== null);
  return drawings.flatMap((element) => {
    const isOpen = styleValue(getComputedStyle(element), 'overflow-x') === 'visible';
    return paintedAreas(isOpen ? { element, reach: 'clip' } : { element });
  });
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
    const transform = { a, b, c, d, e: rect.left + left + x, f: rect.top + top + y };
    const spread = spreadOf(frame);
    return { id, box, isFlat, transform, ...(spread !== undefined && { spread }) };
  });
}
