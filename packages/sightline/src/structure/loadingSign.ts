import type { PageNode } from '../snapshot/Page.ts';
import { LABELLED_FIELD_ROLES } from '../snapshot/roles.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { PageState } from './PageState.ts';

const LOADING_TEXT =
  /^\s*(?:(?:loading|please wait|wird geladen|chargement|cargando)\b|(?:fetching|processing|updating|searching)\b.{0,30}(?:…|\.{3}))|\b(?:loading|running).{0,3}(?:…|\.{3})\s*$/i;
const LOADING_CLASS =
  /(?:^|[\s_-])(?:spinner|skeleton|loader|loading|shimmer|placeholder-glow|placeholder-wave)(?:$|[\s_-])/i;

/** Characters of the words beside a sign that it is loading which make a page more than that. */
const MIN_WORDS = 40;
/** What stands around the content of an application while it is loading. */
const FRAME_ROLES: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo']);

/** What says that the page is loading: a busy part, a progress bar without a value, words, a spinner or skeleton. */
export function findLoadingSign(visibility: Visibility): PageNode | undefined {
  const visible = visibility.page.nodes.filter((node) => !isRemoved(visibility, node));
  return (
    visible.find(({ attributes }) => attributes['aria-busy'] === 'true') ??
    visible.find(
      ({ role, attributes }) => role === 'progressbar' && attributes['aria-valuenow'] === undefined,
    ) ??
    visible.find((node) => node.isText && LOADING_TEXT.test(node.text)) ??
    visible.find(({ role, name }) => NAMED_SIGNS.has(role) && LOADING_TEXT.test(name)) ??
    visible.find(({ attributes, box }) => box && CLASSES.some((name) => isLoadingClass(attributes[name])))
  );
}

/** What may be called `Running...`. */
const NAMED_SIGNS: ReadonlySet<string> = new Set(['img', 'status', 'alert', 'progressbar']);
/** Attributes by which authors call a part: `stAppSkeleton`. */
const CLASSES = ['class', 'id', 'data-testid'];

const isLoadingClass = (value = ''): boolean =>
  value !== '' && LOADING_CLASS.test(value.replace(/(?<=[a-z])(?=[A-Z])/g, '-'));

/** Whether what stands around the content is there, and its main part shows no more than a heading: an application is about to draw it. */
export function hasEmptyMain({ visibility, counts, regions, headings }: PageState): boolean {
  const mains = regions.filter(({ role }) => role === 'main');
  const hasFrame = regions.some(({ role, elementCount }) => FRAME_ROLES.has(role) && elementCount > 0);
  if (mains.length === 0 || !hasFrame || visibility.page.nodes.some(({ role }) => role === 'dialog'))
    return false;
  return mains.every(({ node: main }) => {
    const inside = headings.filter(({ node }) => main.contains(node));
    const inHeadings = inside.reduce((sum, { node }) => sum + counts.visibleLeaves(node), 0);
    return counts.interactive(main) === 0 && counts.visibleLeaves(main) === inHeadings;
  });
}

/** Whether the page says that it is loading, and shows nothing else but buttons, links, and what stands around its content. */
export function showsOnlyLoading(visibility: Visibility): boolean {
  const { page, interactive } = visibility;
  if (!findLoadingSign(visibility)) return false;
  let words = 0;
  for (let i = 0; i < page.nodes.length; i++) {
    const node = page.nodes[i] as PageNode;
    if (isRemoved(visibility, node)) continue;
    if (LABELLED_FIELD_ROLES.has(node.role) || node.tag === 'canvas') return false;
    if (FRAME_ROLES.has(node.role) || interactive[i] === 1) i = node.end - 1;
    else if (node.isText && !LOADING_TEXT.test(node.text)) words += node.text.trim().length;
    if (words >= MIN_WORDS) return false;
  }
  return true;
}
