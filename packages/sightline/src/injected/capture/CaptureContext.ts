import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { BackdropColors } from '../layout/BackdropColors.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import type { ChangeDetector } from '../settle/ChangeDetector.ts';
import type { GeneratedText } from '../styles/GeneratedText.ts';
import type { HidingStyles } from '../styles/HidingStyles.ts';
import type { PointerRules } from '../styles/PointerRules.ts';
import type { StyleCache } from '../styles/StyleCache.ts';
import type { AttributeReader, EmitAttribute } from './AttributeReader.ts';
import type { ListNumbers } from './listMarkers.ts';
import type { SnapshotBuilder } from './SnapshotBuilder.ts';
import type { SnapshotDelta } from './SnapshotDelta.ts';
import type { TagTable } from './TagTable.ts';

/** What stays from one capture of a document to the next. */
export interface CaptureState {
  registry: ElementRegistry;
  secrets: SecretFields;
  changeDetector: ChangeDetector;
  generatedText: GeneratedText;
  delta: SnapshotDelta;
  hidingStyles: HidingStyles;
  pointerRules: PointerRules;
}

/** What every stage of one capture works with. */
export interface CaptureContext extends CaptureState {
  snapshot: SnapshotBuilder;
  tags: TagTable;
  styles: StyleCache;
  backdrop: BackdropColors;
  attributeReader: AttributeReader;
  /** Scroll offset of the document: what turns client coordinates into document coordinates. */
  scrollX: number;
  scrollY: number;
  /** `document.activeElement`, through open shadow roots; null when that is the body. */
  focused: Element | null;
  /** Below and above what is near the view, in the document; endless in all but large documents. */
  nearView: { top: number; bottom: number };
  fullscreen: Element | null;
  /** Index of `#text` among the strings. */
  textTagIndex: number;
  /** True for elements of XML vocabularies in XML documents: their `title` or `link` is content. */
  isForeign: (element: Element) => boolean;
  listNumbers: ListNumbers;
  /** Keeps an attribute of the row that is being opened. */
  emit: EmitAttribute;
}
