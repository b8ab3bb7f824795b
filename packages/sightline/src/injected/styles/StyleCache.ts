import { Flag } from '../../snapshot/Snapshot.ts';

const readProperty = CSSStyleDeclaration.prototype.getPropertyValue;

/** One computed value. Asked by name of property, which costs a third of what `style.display` does. */
export const styleValue = (style: CSSStyleDeclaration, property: string): string =>
  readProperty.call(style, property);

/** An opacity below this shows nothing that a person could make out. */
export const MIN_VISIBLE_ALPHA = 0.05;

/** Layout kinds that a computed `display` comes to. */
export const DisplayBit = { None: 1, Contents: 2, Inline: 4, FlexOrGrid: 8, InlineBox: 16 } as const;

/** Computed styles, with what was parsed once kept for the rest of the capture. */
export class StyleCache {
  readonly #displays = new Map<string, { kind: number; flags: number }>();
  readonly #opaque = new Map<string, boolean>();
  readonly #transparent = new Map<string, boolean>();

  /** What a `display` means: bits of `Display`, and the flags that follow from it. */
  display(value: string): { kind: number; flags: number } {
    let cached = this.#displays.get(value);
    if (!cached) {
      cached = parseDisplay(value);
      this.#displays.set(value, cached);
    }
    return cached;
  }

  /** A colour that lets less than a fifth of what is below shine through. */
  isOpaque(color: string): boolean {
    let cached = this.#opaque.get(color);
    if (cached === undefined) {
      cached = alphaOf(color) >= 0.8;
      this.#opaque.set(color, cached);
    }
    return cached;
  }

  isTransparent(color: string): boolean {
    let cached = this.#transparent.get(color);
    if (cached === undefined) {
      cached = alphaOf(color) < MIN_VISIBLE_ALPHA;
      this.#transparent.set(color, cached);
    }
    return cached;
  }
}

function parseDisplay(value: string): { kind: number; flags: number } {
  if (value === 'none') return { kind: DisplayBit.None, flags: 0 };
  if (value === 'contents') return { kind: DisplayBit.Contents, flags: 0 };
  if (value === 'table-cell') return { kind: 0, flags: Flag.Cell };
  // The reading of a character stands above it: apart from the words of the line.
  if (value === 'ruby-text') return { kind: DisplayBit.InlineBox, flags: 0 };
  // A formula within a line is laid out as a box of it (MathML Core, 4.1).
  const inline = value === 'inline' || value === 'math' || value === 'ruby' ? DisplayBit.Inline : 0;
  const items = value.endsWith('flex') || value.endsWith('grid') ? DisplayBit.FlexOrGrid : 0;
  const block = !inline && !value.startsWith('inline') && !value.startsWith('-webkit-inline');
  const box = inline || block ? 0 : DisplayBit.InlineBox;
  return { kind: inline | items | box, flags: block ? Flag.Block : 0 };
}

/** Alpha of a computed colour in any of its notations. */
export function alphaOf(color: string): number {
  const slash = color.lastIndexOf('/');
  if (slash >= 0) return Number.parseFloat(color.slice(slash + 1));
  if (!color.startsWith('rgba(')) return 1;
  return Number.parseFloat(color.slice(color.lastIndexOf(',') + 1));
}
