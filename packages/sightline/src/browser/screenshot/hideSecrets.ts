import type { AreaEdges, SecretAreasResponse } from '../../injected/PageApi.ts';
import {
  type Affine,
  type Box,
  EVERYWHERE,
  IDENTITY,
  intersect,
  isEmpty,
  outset,
  transformBox,
} from '../../snapshot/geometry.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';

/** The part of the page that a picture shows, CSS pixels. */
export interface PictureFrame {
  x: number;
  y: number;
  width: number;
}

/** Around each area, CSS pixels: letters may reach over their boxes, and edges are blended. */
const MARGIN = 2;

/** Where secrets are painted in any of the documents, in the page; one frame may lie within another. */
export function placeAreas(noted: ReadonlyMap<FrameCapture, SecretAreasResponse>): Box[] {
  const byKey = new Map(
    Array.from(noted, ([capture, response]) => [capture.document.key, { capture, response }]),
  );
  /** From a document to that around it, until there is none. */
  const climb = (boxes: Box[], key: string): Box[] => {
    const { owner } = byKey.get(key)?.capture.document ?? {};
    if (!owner || boxes.length === 0) return boxes;
    const placements = byKey.get(owner.document)?.response.frames.filter(({ id }) => id === owner.id) ?? [];
    const placed = placements.flatMap(({ box, isFlat, transform, spread }) => {
      const bounds = boxOf(box);
      if (spread === undefined) return [EVERYWHERE];
      const inside = isFlat
        ? boxes.map((inner) => intersect(transformBox(inner, transform), bounds))
        : [bounds];
      return inside.filter((one) => !isEmpty(one)).map((one) => outset(one, spread));
    });
    return climb(
      placed.filter((box) => !isEmpty(box)),
      owner.document,
    );
  };
  if ([...noted.values()].some(({ beyond }) => beyond)) return [EVERYWHERE];
  return [...byKey].flatMap(([key, { response }]) => climb(response.areas.map(boxOf), key));
}

const boxOf = ([left, top, right, bottom]: AreaEdges): Box => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

/** The box around all of them. */
export function boundingBox(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** PNG bytes. */
export interface MaskedPicture {
  image: Buffer;
  /** All of it is painted over: where a secret is painted could not be known. */
  isCovered: boolean;
}

/** The picture with these boxes of the page painted over; the same bytes where none of them is in it. */
export async function paintOver(
  png: Buffer,
  boxes: readonly Box[],
  frame: PictureFrame,
): Promise<MaskedPicture> {
  const { fillBoxes, readPng, writePng } = await import('./png.ts');
  const picture = readPng(png);
  const scale = picture.width / frame.width;
  const toPicture: Affine = { ...IDENTITY, a: scale, d: scale, e: -frame.x * scale, f: -frame.y * scale };
  const bounds = { x: 0, y: 0, width: picture.width, height: picture.height };
  const inPicture = boxes
    .map((box) => intersect(transformBox(outset(box, MARGIN), toPicture), bounds))
    .filter((box) => !isEmpty(box));
  if (inPicture.length === 0) return { image: png, isCovered: false };
  fillBoxes(picture, inPicture);
  const isCovered = inPicture.some(({ width, height }) => width === bounds.width && height === bounds.height);
  return { image: writePng(picture), isCovered };
}
