import { deflateSync } from 'node:zlib';
import { readPng } from './png.ts';

/** In points, 72 an inch. */
export interface Paper {
  width: number;
  height: number;
}

/** A PDF whose pages are the parts of one picture, from the top down, each as wide as the paper. It holds no text. */
export function picturePdf(png: Uint8Array, paper: Paper): Buffer {
  const { width, height, channels, data } = readPng(png);
  const scale = paper.width / width;
  const rowsPerPage = Math.max(1, Math.floor(paper.height / scale));
  const pdf = new PdfWriter();
  const tree = pdf.reserve();
  const pages: number[] = [];
  for (let from = 0; from < height; from += rowsPerPage) {
    const rows = Math.min(rowsPerPage, height - from);
    const pixels = rgbOf(data.subarray(from * width * channels, (from + rows) * width * channels), channels);
    const image = pdf.addStream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${rows} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      pixels,
    );
    const [shownWidth, shownHeight] = [paper.width, rows * scale].map((value) => value.toFixed(2));
    const bottom = (paper.height - rows * scale).toFixed(2);
    const content = pdf.addStream(
      '',
      Buffer.from(`q ${shownWidth} 0 0 ${shownHeight} 0 ${bottom} cm /P Do Q`),
    );
    pages.push(
      pdf.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] /Resources << /XObject << /P ${image} 0 R >> >> /Contents ${content} 0 R >>`,
      ),
    );
  }
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  pdf.set(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  return pdf.end(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** What is transparent is white. */
function rgbOf(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const rgb = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = data[from + 3] as number;
    for (let i = 0; i < 3; i++)
      rgb[to + i] = 255 - Math.round(((255 - (data[from + i] as number)) * alpha) / 255);
  }
  return rgb;
}

/** The objects of a file, numbered from 1, with the table of where each begins. */
class PdfWriter {
  readonly #objects: Buffer[] = [];

  /** The number of an object that is set later. */
  reserve(): number {
    return this.#objects.push(Buffer.alloc(0));
  }

  add(body: string | Buffer): number {
    const number = this.reserve();
    this.set(number, body);
    return number;
  }

  set(number: number, body: string | Buffer): void {
    this.#objects[number - 1] = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body as string),
      Buffer.from('\nendobj\n'),
    ]);
  }

  addStream(dictionary: string, bytes: Uint8Array): number {
    const packed = deflateSync(bytes);
    const head = `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]));
  }

  end(catalog: number): Buffer {
    const parts = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n', 'latin1'), ...this.#objects];
    const starts: number[] = [];
    let length = 0;
    for (const part of parts) {
      starts.push(length);
      length += part.length;
    }
    const entries = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
    const size = entries.length + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(table + trailer)]);
  }
}
