import { cellSpanText } from '../../render/element/cellSpanText.ts';
import { displayTag } from '../../render/element/displayTag.ts';
import { compactAttributes } from '../../render/element/elementAttributes.ts';
import { elementVisibleText } from '../../render/element/elementText.ts';
import { itemData, locationData, locationText } from '../../render/element/location.ts';
import { escapeInline, quote, stripInvisible } from '../../render/escape.ts';
import { decisionText } from '../../render/explain/decisionText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces, shorten } from '../../snapshot/shorten.ts';
import { type ItemContext, itemContextOf } from '../../structure/itemContexts.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { ElementMatch } from './ElementQuery.ts';
import type { MatchReason } from './explainPhrase.ts';
import { textOf } from './findReadable.ts';

/** Longest text of a match in the data, characters: a region has that of all that is in it. */
const MAX_TEXT_LENGTH = 500;
/** Longest label, characters, of a match and of the control that reveals one. */
const LABEL_LENGTH = 80;
const CONTROL_LABEL_LENGTH = 30;

/** Elements as lines and as data of an answer. */
export class MatchRenderer {
  readonly #context: RenderContext;
  readonly #landmarkIndex: LandmarkIndex;

  constructor(context: RenderContext) {
    this.#context = context;
    this.#landmarkIndex = context.pageState.landmarkIndex;
  }

  /** The call for the structure of the page. */
  get summaryCall(): string {
    return this.#context.formatCall({ tool: 'get_page_summary' });
  }

  /** `[47]<button>Add to Cart (MAIN > "Featured Products") (item "USB-C Hub")`. */
  line(node: PageNode): string {
    const item = this.#itemOf(node);
    const location = locationText(node, this.#landmarkIndex);
    const isInHeading = item && item.label === this.#landmarkIndex.headingOf(node)?.text;
    const suffix = [
      cellSpanText(node, this.#context),
      location && `(${location})`,
      item && !isInHeading && `(${item.kind} ${quote(item.label)})`,
    ]
      .filter(Boolean)
      .join(' ');
    return `${this.#elementText(node)}${suffix && ` ${suffix}`}`;
  }

  /** The line; of what is hidden, with why and what makes it visible. */
  matchLine(match: ElementMatch): string {
    const { node, hidden, alike } = match;
    if (!hidden) return this.line(node);
    const more = alike === undefined ? '' : ` and ${alike} more of its list`;
    return `${this.line(node)}${more} - ${this.#revealHintFor(node)}`;
  }

  #itemOf(node: PageNode): ItemContext | undefined {
    const { itemContexts, visibility } = this.#context.pageState;
    return itemContextOf(node, itemContexts, visibility);
  }

  /** Why it is hidden, and what makes it visible. */
  #revealHintFor(node: PageNode): string {
    const { visibility, revealPaths } = this.#context.pageState;
    const decision = visibility.decisions[node.index];
    const revealPath = revealPaths.find(node);
    const reason = escapeInline(decision ? decisionText(decision) : 'hidden');
    return revealPath
      ? `${reason}; ${this.#elementText(revealPath.control, CONTROL_LABEL_LENGTH)} ${revealPath.description}`
      : reason;
  }

  data(
    { node, hidden, score }: ElementMatch,
    reasons: MatchReason[],
    scores: boolean,
  ): Record<string, unknown> {
    const { region, heading } = locationData(node, this.#landmarkIndex);
    const item = this.#itemOf(node);
    return {
      index: this.#context.refOf(node),
      tag: node.tag,
      role: node.role || null,
      name: stripInvisible(node.name),
      text: stripInvisible(shorten(elementVisibleText(node, this.#context), MAX_TEXT_LENGTH)),
      landmark: region,
      heading,
      ...(item && { item: itemData(item) }),
      attributes: Object.fromEntries(
        Object.entries(node.attributes).map(([key, value]) => [key, stripInvisible(value)]),
      ),
      hidden,
      ...(hidden && { way: this.#revealHintFor(node) }),
      ...(scores && { score: Math.round(score * 1000) / 1000, reasons }),
    };
  }

  #elementText(node: PageNode, length = LABEL_LENGTH): string {
    const tagName = displayTag(node, 'compact');
    const label = this.#labelOf(node);
    const attributes = compactAttributes(node, tagName, label);
    return `[${this.#context.refOf(node)}]<${escapeInline(tagName)}${attributes}>${escapeInline(shorten(label, length))}`;
  }

  /**
   * The label of a container without a role is its own text, without that of the controls in it; of one that nobody can use,
   * all of its text.
   */
  #labelOf(node: PageNode): string {
    const { counts, visibility } = this.#context.pageState;
    const isContainer = counts.interactiveBetween(node.index + 1, node.end) > 0;
    const label =
      (isContainer && node.role === '' ? '' : node.name) || elementVisibleText(node, this.#context);
    const isUsable = visibility.interactive[node.index] === 1 || isRemoved(visibility, node);
    return isUsable || !isContainer || node.name !== '' ? label : collapseSpaces(textOf(node));
  }
}
