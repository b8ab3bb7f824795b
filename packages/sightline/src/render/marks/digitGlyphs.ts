/** Ten digits, 6 x 10 pixels each, strokes of two pixels: legible also in a picture scaled down. */
const GLYPHS = `
.####. ..##.. .####. .####. ...##. ###### .####. ###### .####. .####.
###### .###.. ###### ###### ..###. ###### #####. ###### ###### ######
##..## ####.. ##..## ##..## .####. ##.... ##.... ....## ##..## ##..##
##..## ..##.. ....## ....## ##.##. #####. ##.... ...##. ##..## ##..##
##..## ..##.. ...##. ..###. ##.##. ###### #####. ...##. .####. ######
##..## ..##.. ..##.. ..###. ###### ....## ###### ..##.. .####. .#####
##..## ..##.. .##... ....## ###### ....## ##..## ..##.. ##..## ....##
##..## ..##.. ##.... ##..## ...##. ##..## ##..## .##... ##..## ....##
###### ###### ###### ###### ...##. ###### ###### .##... ###### .#####
.####. ###### ###### .####. ...##. .####. .####. .##... .####. .####.`;

const WIDTH = 6;
const HEIGHT = 10;
/** Between two digits, and around all of them. */
const GAP = 2;
const PADDING = { x: 3, y: 2 };

const rows = GLYPHS.trim()
  .split('\n')
  .map((row) => row.split(' '));

/** The size of the label of a number, in pixels; a dot is `zoom` pixels large. */
export function labelSize(ref: number, zoom: number): { width: number; height: number } {
  const { length } = String(ref);
  const width = length * WIDTH + (length - 1) * GAP + 2 * PADDING.x;
  return { width: width * zoom, height: (HEIGHT + 2 * PADDING.y) * zoom };
}

/** The dots of a number, in pixels from the top left corner of its label. */
export function* digitPixels(ref: number, zoom: number): Generator<{ x: number; y: number }> {
  for (const [i, digit] of [...String(ref)].entries())
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++)
        if (rows[y]?.[Number(digit)]?.[x] === '#')
          yield { x: (PADDING.x + i * (WIDTH + GAP) + x) * zoom, y: (PADDING.y + y) * zoom };
}
