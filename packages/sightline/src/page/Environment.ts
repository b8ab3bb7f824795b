import type { Attributes, Keep } from './attributes.ts';
import type { GeneratedText } from './GeneratedText.ts';
import type { Ground } from './ground.ts';
import type { RareStyles } from './RareStyles.ts';
import type { Recording } from './Recording.ts';
import type { Registry } from './Registry.ts';
import type { Secrets } from './secrets.ts';
import type { Styles } from './styles.ts';
import type { Tags } from './tags.ts';

/** What every stage of one capture works with. */
export interface Environment {
  recording: Recording;
  registry: Registry;
  secrets: Secrets;
  generated: GeneratedText;
  rare: RareStyles;
  tags: Tags;
  styles: Styles;
  ground: Ground;
  attributes: Attributes;
  /** Scroll offset of the document: what turns client coordinates into document coordinates. */
  scrollX: number;
  scrollY: number;
  /** `document.activeElement`, through open shadow roots; null when that is the body. */
  focused: Element | null;
  fullscreen: Element | null;
  /** Index of `#text` among the strings. */
  textTag: number;
  /** True for elements of XML vocabularies in XML documents: their `title` or `link` is content. */
  isForeign: (element: Element) => boolean;
  /** Keeps an attribute of the row that is being opened. */
  keep: Keep;
}
