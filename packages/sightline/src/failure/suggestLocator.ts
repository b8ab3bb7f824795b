import type { LocatorSpec } from '../script/locators/LocatorSpec.ts';
import { playwrightRole } from '../script/locators/playwrightRole.ts';
import { writeLocator } from '../script/locators/writeLocator.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import type { FailedPage } from './FailedPage.ts';

/** Characters of a text in a locator. */
const MAX_TEXT = 60;

/**
 * A locator of Playwright's that finds this element alone on the page as it was captured; with `nth` where none does.
 * Undefined for what has no words and no id.
 */
export async function suggestLocator(node: PageNode, failed: FailedPage): Promise<string | undefined> {
  const frame = frameSteps(node);
  let several: { spec: LocatorSpec; position: number } | undefined;
  for (const own of ownLocators(node)) {
    const spec = [...frame, ...own];
    const found = (await failed.find(spec)).filter(({ document }) => document === node.document);
    if (found.length === 1 && found[0] === node) return writeLocator(spec);
    const position = found.indexOf(node);
    if (position >= 0) several ??= { spec, position };
  }
  return several && writeLocator([...several.spec, { by: 'nth', index: several.position }]);
}

/** From the one that says most of what a person sees to the one that says least. */
function ownLocators(node: PageNode): LocatorSpec[] {
  const { attributes, name } = node;
  const role = playwrightRole(node);
  const testId = attributes['data-testid'];
  const text = textOf(node);
  return [
    ...(testId ? [[{ by: 'testId' as const, text: testId }]] : []),
    ...(role && name && name.length <= MAX_TEXT
      ? [[{ by: 'role' as const, role, name }], [{ by: 'role' as const, role, name, exact: true }]]
      : []),
    ...(attributes.placeholder ? [[{ by: 'placeholder' as const, text: attributes.placeholder }]] : []),
    ...(text ? [[{ by: 'text' as const, text }], [{ by: 'text' as const, text, exact: true }]] : []),
    ...(attributes.id && /^[A-Za-z][\w-]*$/.test(attributes.id)
      ? [[{ by: 'css' as const, selector: `#${attributes.id}` }]]
      : []),
  ];
}

/** Its own text, or so many of its first words. */
function textOf({ children }: PageNode): string {
  const text = collapseSpaces(children.flatMap((child) => (child.isText ? child.text : [])).join(' '));
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/\s+\S*$/, '');
}

/** The frames around it, from the outermost. */
function frameSteps({ document }: PageNode): LocatorSpec {
  const { owner } = document;
  if (!owner) return [];
  const { id, name, title, src } = owner.attributes;
  const selector = id
    ? `#${id}`
    : name
      ? `iframe[name=${JSON.stringify(name)}]`
      : title
        ? `iframe[title=${JSON.stringify(title)}]`
        : src
          ? `iframe[src=${JSON.stringify(src)}]`
          : 'iframe';
  return [...frameSteps(owner), { by: 'frame', selector }];
}
