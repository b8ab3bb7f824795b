import type { Box } from '../model/Page.ts';
import { type Drawn, placeMarks } from './drawMarks.ts';
import type { PictureFrame } from './marks.ts';
import { inkOfWords } from './placeLabels.ts';

/** A numbered box over the page, in its CSS pixels. */
export interface Overlay {
  text: string;
  color: string;
  box: [x: number, y: number, width: number, height: number];
  label: [x: number, y: number, width: number, height: number];
}

/** The same as `drawMarks` draws, to be shown by the page itself. `words`: where there are any. */
export function overlayOf(drawn: readonly Drawn[], frame: PictureFrame, words: readonly Box[]): Overlay[] {
  const inPage = ({ x, y, width, height }: Box): Overlay['box'] => [x + frame.x, y + frame.y, width, height];
  return placeMarks(drawn, frame, 1, inkOfWords(words)).map(({ number, color, box, label }) => ({
    text: String(number),
    color: `rgb(${color.join()})`,
    box: inPage(box),
    label: inPage(label),
  }));
}
