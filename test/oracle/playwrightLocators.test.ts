import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocatorResolver } from '../../packages/sightline/src/script/locators/LocatorResolver.ts';
import type { LocatorSpec } from '../../packages/sightline/src/script/locators/LocatorSpec.ts';
import { writeLocator } from '../../packages/sightline/src/script/locators/writeLocator.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import type { SessionContext } from '../../packages/sightline/src/session/SessionContext.ts';
import { elementKey, type PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { locatorExpressions, readPageWords, toPlaywright } from '../support/locatorExpressions.ts';
import { chosenPages } from './oraclePages.ts';
import { Site } from './Site.ts';

/** Playwright is the judge of what locators find, but for the differences that docs/locators-in-scripts.md lists. */

const QUICK = /^(?:sb-admin-2\/login|kits\/bootstrap)$/;
/** Pages that packages ship, and such as mount the widgets of one. */
const LONG = /^(?:sb-admin|material|jquery-ui|kits)/;

let session: Session;
let site: Site;
let context: SessionContext;
let resolver: LocatorResolver;
beforeAll(async () => {
  site = await Site.start();
  session = await Session.launch({
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  });
  context = (session as unknown as { context: SessionContext }).context;
  resolver = new LocatorResolver(context);
});
afterAll(async () => {
  await session.close();
  await site.close();
});

/** A locator that the two answer differently. */
interface Difference {
  locator: string;
  missing: string[];
  extra: string[];
}

describe('locators find what Playwright finds, of what is seen', () => {
  const pages = chosenPages(QUICK, LONG);
  test.each(pages.map(({ name, path, prepare }) => [name, path, prepare] as const))(
    '%s',
    async (_, path, prepare) => {
      await session.navigate(site.url(path));
      await prepare?.(session.page);
      const specs = locatorExpressions(await session.page.evaluate(readPageWords));
      expect(specs.length).toBeGreaterThan(60);
      const differences: Difference[] = [];
      for (const spec of specs) differences.push(...(await compare(spec)));
      expect(differences).toEqual([]);
    },
  );
});

/** The difference that no listed one explains. */
async function compare(spec: LocatorSpec): Promise<Difference[]> {
  const page = await context.capture();
  const all = await resolver.findAll([{ by: 'css', selector: '*' }], page);
  const seen = new Map(all.map((node) => [elementKey(node), node]));
  const expected = await judge(spec, seen);
  const found = await find(spec, seen);
  const differing = [...expected, ...found].filter((node) => expected.has(node) !== found.has(node));
  if (differing.length === 0) return [];
  const withHidden = await find(spec, seen, { hidden: true });
  const unlisted: PageNode[] = [];
  for (const node of differing)
    if (withHidden.has(node) !== expected.has(node) && !(await isListed(node, spec))) unlisted.push(node);
  if (unlisted.length === 0) return [];
  const missing = unlisted.filter((node) => expected.has(node)).map(describeNode);
  return [
    {
      locator: writeLocator(spec),
      missing,
      extra: unlisted.filter((node) => found.has(node)).map(describeNode),
    },
  ];
}

/** What Playwright finds of what is seen. Of several the one at a position: of these, in document order. */
async function judge(spec: LocatorSpec, seen: ReadonlyMap<string, PageNode>): Promise<Set<PageNode>> {
  const last = spec.at(-1);
  const nth = last?.by === 'nth' ? last.index : undefined;
  const steps = nth === undefined ? spec : spec.slice(0, -1);
  const { _selector: selector } = toPlaywright(steps, session.page) as unknown as { _selector: string };
  const matches = await (await context.connection()).matchLocator(selector);
  const nodes = matches
    .flatMap(({ document, ids }) => ids.map((id) => seen.get(`${document}/${id}`)))
    .filter((node) => node !== undefined)
    .sort((a, b) => a.index - b.index);
  return new Set(nth === undefined ? nodes : [nodes.at(nth)].filter((node) => node !== undefined));
}

/** `hidden`: as Playwright, which counts hidden elements too. */
async function find(
  spec: LocatorSpec,
  seen: ReadonlyMap<string, PageNode>,
  options = { hidden: false },
): Promise<Set<PageNode>> {
  const found = await resolver.findAll(spec, await context.capture(), options);
  return new Set(found.map((node) => seen.get(elementKey(node))).filter((node) => node !== undefined));
}

/** Whether a difference is one of those that are listed, besides hidden elements. */
async function isListed(node: PageNode, spec: LocatorSpec): Promise<boolean> {
  const hasRole = spec.some((step) => step.by === 'role');
  const hasText = spec.some((step) => step.by === 'text' || step.by === 'label' || step.by === 'filter');
  if (hasRole && node.has(Flag.Editable) && node.attributes.role === undefined) return true;
  if (hasText && (hasDrawingTitle(node) || hasJoinedBlocks(node))) return true;
  if (isPlacedBySlot(node)) return spec.length > 1 || hasText;
  return hasRole && (await hasGlyphs(node));
}

/** White space between its blocks is not known. */
const hasJoinedBlocks = (node: PageNode): boolean =>
  holds(node, ({ tag }) => tag === 'td' || tag === 'th' || tag === 'option');

/** Its words are the name of the drawing, and no text. */
const hasDrawingTitle = (node: PageNode): boolean =>
  holds(node, ({ tag, name }) => tag === 'svg' && name !== '');

const isPlacedBySlot = (node: PageNode): boolean =>
  node.closest(({ tag }) => tag === 'slot') !== undefined || holds(node, ({ tag }) => tag === 'slot');

/** A style sheet draws something of it, as icon fonts do: that is a part of Playwright's names. */
async function hasGlyphs({ document, id }: PageNode): Promise<boolean> {
  return (await context.connection())
    .locator(document.key, id)
    .evaluate((element) =>
      [element, ...element.querySelectorAll('*')].some((one) =>
        ['::before', '::after'].some(
          (part) => !/^(?:none|normal|"")$/.test(getComputedStyle(one, part).content),
        ),
      ),
    );
}

function holds(node: PageNode, isIt: (inner: PageNode) => boolean): boolean {
  return isIt(node) || node.children.some((child) => holds(child, isIt));
}

const describeNode = ({ tag, role, name, attributes }: PageNode): string =>
  `<${tag} class="${attributes.class ?? ''}"> ${role} ${JSON.stringify(name.slice(0, 60))}`;
