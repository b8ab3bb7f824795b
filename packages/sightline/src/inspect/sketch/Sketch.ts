/** A part of a page drawn from its snapshot: boxes and words where they stand. Data only, of bounded size. */
export interface Sketch {
  /** The part that is drawn, CSS pixels of the page. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** What lies further back first. */
  shapes: Shape[];
  /** Shapes that there was no room for. */
  left: number;
}

/** One thing on it. Lengths are CSS pixels from the corner of the sketch. */
export interface Shape {
  /** A surface, an image, words, or an element that has a number. */
  kind: 'panel' | 'image' | 'words' | 'mark';
  box: [x: number, y: number, width: number, height: number];
  /** Of words: their lines, and how high letters are. */
  lines?: string[];
  size?: number;
  /** Of a mark: its number, what it is, and its colour as `r g b`. */
  number?: number;
  title?: string;
  color?: string;
  /** It was acted on. */
  isTarget?: true;
}
