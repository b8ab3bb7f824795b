import { elementState } from '../../render/element/elementState.ts';
import { renderElements } from '../../render/renderElements.ts';
import type { Box } from '../../snapshot/geometry.ts';
import { isTypedThrough } from '../../snapshot/isTypedThrough.ts';
import type { Page, PageNode } from '../../snapshot/Page.ts';
import { CHECKABLE_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import { readInnerText, readTextContent } from '../../visibility/readText.ts';
import type { LocatorSpec } from '../locators/LocatorSpec.ts';
import type { FoundElement } from '../ScriptPage.ts';
import { describeNode, valueOf } from './describeNode.ts';
import { readAttributes } from './readAttributes.ts';
import type { WordContext, Words } from './WordContext.ts';

/** Elements that are described at once: each gets a number. */
const MAX_DESCRIBED = 1_000;
/** Tokens of a look at elements, or at the page. */
export const DEFAULT_LOOK_TOKENS = 800;

const TYPED_THROUGH =
  'the field whose inputValue() is empty only takes keys for an editor: read the innerText() of the box around it';

/** From the top left corner of the window, as `page.mouse` counts. */
const boxInWindow = ({ x, y, width, height }: Box, { documents }: Page): Box => ({
  x: x - (documents[0]?.scroll.x ?? 0),
  y: y - (documents[0]?.scroll.y ?? 0),
  width,
  height,
});

/**
 * Each attribute that was asked for under its own name too, where the description has no other meaning for it. The value of a
 * field is then said once, as it is: with its line breaks, and whole.
 */
function withAttributes(described: Record<string, unknown>, attributes: Attributes | undefined): object {
  if (!attributes) return described;
  const own = Object.entries(attributes).filter(([key]) => !(key in described));
  const { value } = attributes;
  const isWhole = typeof value === 'string' && isBeginningOf(described.value, value);
  return { ...described, ...(isWhole && { value }), ...Object.fromEntries(own), attributes };
}

type Attributes = Record<string, unknown>;

const isBeginningOf = (text: unknown, whole: string): boolean =>
  typeof text === 'string' &&
  collapseSpaces(whole).trim().startsWith(collapseSpaces(text).trim().replace(/…$/, ''));

/** Words that read elements, answered from the capture. */
export const readWords = {
  count: async ({ page }, { locator }) => (await page.findAll(locator)).length,
  allInnerTexts: async ({ page }, { locator }) => (await page.findAll(locator)).map(innerTextOf),
  allTextContents: async ({ page }, { locator }) => (await page.findAll(locator)).map(textContentOf),
  isVisible: async ({ page }, { locator }) => {
    const count = (await page.findAll(locator)).length;
    // Several are an error, as they are for every word that means one.
    if (count > 1) await page.findOne(locator);
    return count > 0;
  },
  textContent: async (context, params) => textContentOf(await find(context, params, true)),
  innerText: async (context, params) => innerTextOf(await find(context, params)),
  inputValue: async (context, params) => {
    const found = await find(context, params, true, true);
    const { node } = found;
    const value = valueOf(node) ?? '';
    if (value === '' && isTypedThrough(node)) context.log.addGuess(TYPED_THROUGH);
    if (FIELD_TAGS.has(node.tag)) return value;
    if (TEXT_FIELD_ROLES.has(node.role)) return valueOf(node) ?? innerTextOf(found);
    throw notThatKind(node, 'is no field: it has no value', 'Use innerText().');
  },
  getAttribute: async (context, params) => {
    const { node } = await find(context, params, true);
    return (await readAttributes([node], [params.name], context))[0]?.[params.name] ?? null;
  },
  isEnabled: async (context, params) => !(await find(context, params, true)).node.disabled,
  isEditable: async (context, params) => {
    const { node } = await find(context, params, true);
    return !node.disabled && !elementState(node).readonly;
  },
  isChecked: async (context, params) => {
    const { node } = await find(context, params, true, true);
    const checked = elementState(node).checked ?? node.attributes['aria-pressed'];
    if (checked === undefined && !CHECKABLE_ROLES.has(node.role))
      throw notThatKind(node, 'does not say whether it is checked', 'Use describe() for its states.');
    return checked === 'true';
  },
  boundingBox: async (context, params) => {
    const { node, page } = await find(context, params);
    return node.box ? boxInWindow(node.box, page.pageState.page) : null;
  },
  describe: async (context, { locator, attributes }) => {
    const found = await context.page.findAll(locator);
    if (found.length > MAX_DESCRIBED)
      throw new SightlineError(
        'too_large',
        `${found.length} elements match; describe takes ${MAX_DESCRIBED} at most.`,
        { hint: 'Filter them, or use allInnerTexts().' },
      );
    const nodes = found.map(({ node }) => node);
    const renderContext = found[0]?.page.renderContext();
    if (!renderContext) return [];
    const values = attributes.length > 0 ? await readAttributes(nodes, attributes, context) : [];
    return nodes.map((node, i) => ({
      ...withAttributes(describeNode(node, renderContext), values[i]),
      ...(node.box && { box: roundBox(boxInWindow(node.box, renderContext.pageState.page)) }),
    }));
  },
  lookAt: async ({ page, log }, { locator, maxTokens = DEFAULT_LOOK_TOKENS, full = false }) => {
    const found = await page.findSome(locator);
    const context = { ...found[0].page.renderContext(), maxTokens, full };
    const more = `look({ maxTokens: ${maxTokens * 3} })`;
    const { text, complete } = renderElements(
      context,
      found.flatMap(({ node, page: { pageState } }) => pageState.partsOf(node)),
      more,
    );
    log.addLook({ text, complete });
    return text;
  },
  waitFor: async ({ page }, { locator, state = 'visible', timeout }) => {
    if (state === 'visible' || state === 'attached') {
      await page.findOne(locator, { timeout, hidden: state === 'attached' });
      return;
    }
    const hidden = state === 'detached';
    const isGone = async (): Promise<boolean> => (await page.findAll(locator, { hidden })).length === 0;
    await page.poll(isGone, `the element to be ${state}`, timeout);
  },
} satisfies Words;

const find = (
  { page }: WordContext,
  { locator, timeout }: { locator: LocatorSpec; timeout?: number | undefined },
  hidden = false,
  isField = false,
): Promise<FoundElement> => page.findOne(locator, { timeout, hidden, isField });

const innerTextOf = ({ node, page: { pageState } }: FoundElement): string =>
  pageState
    .partsOf(node)
    .map((part) => readInnerText(part, pageState.visibility))
    .join('\t');

const textContentOf = ({ node, page }: FoundElement): string =>
  readTextContent(node, page.pageState.visibility);

const roundBox = ({ x, y, width, height }: NonNullable<PageNode['box']>): number[] =>
  [x, y, width, height].map(Math.round);

function notThatKind(node: PageNode, problem: string, hint: string): SightlineError {
  return new SightlineError('invalid_argument', `The ${node.role || node.tag} ${problem}.`, { hint });
}
