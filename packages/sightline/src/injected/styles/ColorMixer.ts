/** Red, green and blue, 0 to 255, and alpha, 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export const CLEAR: Rgba = [0, 0, 0, 0];

/** Channels differ by no more than this in all: one colour to the eye. */
const MAX_CHANNEL_DIFFERENCE = 12;

export function areSimilar(a: Rgba, b: Rgba): boolean {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) <= MAX_CHANNEL_DIFFERENCE;
}

/** Computes with colours as the browser paints them, on a canvas of one pixel where a formula would repeat the browser. */
export class ColorMixer {
  readonly #parsed = new Map<string, Rgba>();
  #canvas: OffscreenCanvasRenderingContext2D | undefined;

  /** A computed colour in any notation, in sRGB. */
  parse(color: string): Rgba {
    let parsed = this.#parsed.get(color);
    if (!parsed) {
      parsed = parseRgb(color) ?? this.#paint((canvas) => fill(canvas, color));
      this.#parsed.set(color, parsed);
    }
    return parsed;
  }

  /** One colour painted over another; `mode`: a `mix-blend-mode`. */
  over(top: Rgba, below: Rgba, mode = 'normal'): Rgba {
    if (top[3] === 0) return below;
    if (mode === 'normal') return below[3] === 0 || top[3] === 1 ? top : mix(top, below);
    return this.#paint((canvas) => {
      fill(canvas, notation(below));
      canvas.globalCompositeOperation = (
        mode === 'plus-lighter' ? 'lighter' : mode
      ) as GlobalCompositeOperation;
      fill(canvas, notation(top));
    });
  }

  /** What a `filter` makes of it; undefined for one that a document holds. What it moves or blurs stays where it is. */
  filtered(color: Rgba, filter: string): Rgba | undefined {
    if (filter.includes('url(')) return undefined;
    const colorFilter = filter.replace(/(?:blur|drop-shadow)\((?:[^()]|\([^()]*\))*\)/g, '').trim();
    if (colorFilter === '') return color;
    return this.#paint((canvas) => {
      canvas.filter = colorFilter;
      fill(canvas, notation(color));
    });
  }

  #paint(draw: (canvas: OffscreenCanvasRenderingContext2D) => void): Rgba {
    this.#canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }) ?? undefined;
    const canvas = this.#canvas;
    if (!canvas) return CLEAR;
    canvas.reset();
    draw(canvas);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }
}

function fill(canvas: OffscreenCanvasRenderingContext2D, color: string): void {
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
}

const notation = ([red, green, blue, alpha]: Rgba): string => `rgb(${red} ${green} ${blue} / ${alpha})`;

/** `rgb()` and `rgba()`, which nearly all computed colours are. */
function parseRgb(color: string): Rgba | undefined {
  if (!color.startsWith('rgb')) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.e-]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
}

/** CSS Compositing 1, section 5.1. */
function mix(top: Rgba, below: Rgba): Rgba {
  const rest = below[3] * (1 - top[3]);
  const alpha = top[3] + rest;
  const channel = (a: number, b: number): number => (a * top[3] + b * rest) / alpha;
  return [channel(top[0], below[0]), channel(top[1], below[1]), channel(top[2], below[2]), alpha];
}
