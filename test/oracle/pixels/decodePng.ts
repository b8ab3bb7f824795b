import { inflateSync } from 'node:zlib';

/** Pixels of a picture, `channels` bytes each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  channels: number;
  bytes: Uint8Array;
}

/** Reads the kind of PNG that browsers write: 8 bits a channel, RGB or RGBA, not interlaced. */
export function decodePng(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const packed = inflateSync(Buffer.concat(chunksOf(png, 'IDAT')));
  const stride = width * channels;
  const bytes = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (stride + 1)] as number;
    for (let x = 0; x < stride; x++) {
      const raw = packed[y * (stride + 1) + 1 + x] as number;
      const at = y * stride + x;
      const left = x >= channels ? (bytes[at - channels] as number) : 0;
      const above = y > 0 ? (bytes[at - stride] as number) : 0;
      const corner = x >= channels && y > 0 ? (bytes[at - stride - channels] as number) : 0;
      bytes[at] = raw + predict(filter, left, above, corner);
    }
  }
  return { width, height, channels, bytes };
}

function chunksOf(png: Buffer, type: string): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === type) chunks.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/** PNG (third edition), section 9.2: filter types 0 to 4. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const toLeft = Math.abs(guess - left);
  const toAbove = Math.abs(guess - above);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
