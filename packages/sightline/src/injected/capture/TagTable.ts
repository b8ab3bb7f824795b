import { fixedRoleOf } from '../roles/roleTables.ts';
import type { StringTable } from './StringTable.ts';

/** What a tag means for the walk, whatever its attributes. One bit each. */
export const TagBit = {
  /** No row, and nothing below it. */
  Skip: 1 << 0,
  /** A phrasing wrapper: without attributes of interest it needs no box of its own. */
  Phrasing: 1 << 1,
  /** A native control or link: its cursor says nothing new, and neither does that of its content. */
  Control: 1 << 2,
  /** Its DOM children are not rendered, or are read otherwise. */
  Leaf: 1 << 3,
  /** Paints its own content: an image, a video, a frame. */
  Replaced: 1 << 4,
  /** Block by the user agent's style sheet: what is assumed where no style is read. */
  Block: 1 << 5,
  /** Has a value that stands for it in the name of what contains it. */
  HasValue: 1 << 6,
  /** Can have a `label`. */
  Labelable: 1 << 7,
  /** Holds a document. */
  Frame: 1 << 8,
  /** Sectioning content: the header and footer inside are not the page's. */
  Section: 1 << 9,
  /** A table cell by the user agent's style sheet. */
  Cell: 1 << 10,
  /** Inside SVG: nothing below is painted in place. */
  SvgSkip: 1 << 11,
  /** Has a state that is in no attribute. */
  HasLiveState: 1 << 12,
  /** Placed by what it is, wherever it stands in its table (CSS 2.1, section 17.2). */
  TablePart: 1 << 13,
} as const;

function splitNames(names: string): string[] {
  return names.split(' ');
}

const TAGS_BY_BIT: [number, string[]][] = [
  [
    TagBit.Skip,
    splitNames(
      'script style head meta link title noscript template base param source track wbr datalist basefont noframes',
    ),
  ],
  [
    TagBit.Phrasing,
    splitNames(
      'span em strong b i u s small big code kbd samp var tt font mark abbr acronym cite dfn q sub sup time data bdi bdo del ins strike nobr',
    ),
  ],
  [TagBit.Control, splitNames('button input select textarea summary option optgroup')],
  [
    TagBit.Leaf,
    splitNames(
      'img input textarea iframe frame embed fencedframe video audio canvas br hr progress meter area',
    ),
  ],
  [TagBit.Replaced, splitNames('img video canvas iframe frame fencedframe embed object')],
  [
    TagBit.Block,
    splitNames(
      'html body div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd section article aside nav main header footer form fieldset legend table caption thead tbody tfoot tr blockquote pre figure figcaption address details summary hr dialog menu search hgroup center option optgroup',
    ),
  ],
  [TagBit.Cell, splitNames('td th')],
  [TagBit.TablePart, splitNames('caption thead tbody tfoot')],
  [TagBit.HasValue, splitNames('input select textarea progress meter')],
  [
    TagBit.HasLiveState,
    splitNames('input select textarea option details dialog progress meter img iframe video audio'),
  ],
  [TagBit.Labelable, splitNames('input select textarea button progress meter output')],
  [TagBit.Frame, splitNames('iframe frame embed object')],
  [TagBit.Section, splitNames('article aside main nav section')],
  [
    TagBit.SvgSkip,
    splitNames(
      'title desc metadata defs symbol clipPath mask pattern marker linearGradient radialGradient filter style script path rect circle ellipse line polyline polygon use image stop animate animateTransform set',
    ),
  ],
];

/** What is known of a tag in one capture. */
export interface TagInfo {
  /** Bits of `Tag`. */
  bits: number;
  /** Index of its lower-case name among the strings. */
  stringIndex: number;
  /** The role that it has whatever its attributes and place are; undefined where those decide. */
  role: string | undefined;
}

/** Looks up tags. One instance a capture. */
export class TagTable {
  readonly #infoByName = new Map<string, TagInfo>();
  readonly #strings: StringTable;

  constructor(strings: StringTable) {
    this.#strings = strings;
  }

  get(name: string): TagInfo {
    return this.#infoByName.get(name) ?? this.#addTag(name, bitsOf(name), fixedRoleOf(name));
  }

  /** A tag of an XML vocabulary: `title` or `link` there is content like any other. */
  getForeign(name: string): TagInfo {
    return { bits: 0, stringIndex: this.#strings.add(name.toLowerCase()), role: '' };
  }

  #addTag(name: string, bits: number, role: string | undefined): TagInfo {
    const info = { bits, stringIndex: this.#strings.add(name.toLowerCase()), role };
    this.#infoByName.set(name, info);
    return info;
  }
}

function bitsOf(name: string): number {
  let bits = 0;
  for (const [bit, names] of TAGS_BY_BIT) if (names.includes(name)) bits |= bit;
  return bits;
}
