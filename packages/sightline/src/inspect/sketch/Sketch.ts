/** A part of a page drawn from its snapshot: boxes and texts. Data only, of bounded size. */
export interface Sketch {
  /** The drawn part, CSS pixels of the page. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** In painting order. */
  shapes: Shape[];
  /** Number of shapes left out. */
  left: number;
}

/** A shape; CSS pixels from the corner of the sketch. */
export interface Shape {
  /** A surface, an image, a text, or a numbered element. */
  kind: 'panel' | 'image' | 'words' | 'mark';
  box: [x: number, y: number, width: number, height: number];
  /** Of `words`: lines and font size. */
  lines?: string[];
  size?: number;
  /** Of a `mark`: number, role and name, colour as `r g b`. */
  number?: number;
  title?: string;
  color?: string;
  /** The step acted on it. */
  isTarget?: true;
}
