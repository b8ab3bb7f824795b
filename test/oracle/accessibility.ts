import { decisionText } from '../../packages/sightline/src/render/explain/decisionText.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { INTERACTIVE_ROLES } from '../../packages/sightline/src/snapshot/roles.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { findExcuse } from './excuses.ts';
import type { LiveDocument } from './LiveDocument.ts';
import type { CapturedView, OracleBrowser } from './OracleBrowser.ts';

/** What one side says of an element. */
export interface Said {
  role: string;
  name: string;
}

export interface Disagreement {
  node: PageNode;
  ours: Said;
  chrome: Said;
  /** Why ours may stand, by the standards; undefined where nothing says so. */
  excuse: string | undefined;
}

/** A focusable or interactive node of Chrome's tree that Sightline does not show. */
export interface Unshown {
  chrome: Said;
  /** Undefined where the capture holds no such element. */
  node: PageNode | undefined;
  /** The rule that left it out, and its reason. */
  why: string;
}

export interface AccessibilityReport {
  /** Shown elements that Chrome's tree holds. */
  compared: number;
  /** Shown elements that are hidden from it (`aria-hidden`): there is nothing to compare. */
  uncompared: PageNode[];
  disagreements: Disagreement[];
  unshown: Unshown[];
}

/**
 * Chrome's own words for roles, as ARIA's; '' for none. Where the standards have no role, Chrome's word
 * names the tag: HTML-AAM 1.0, section 3.5 ("no corresponding role"). What stands in no line is the same word.
 */
const WORDS: Readonly<Record<string, string>> = {
  // ARIA 1.3: synonyms.
  image: 'img',
  none: '',
  generic: '',
  // SVG-AAM, `svg`: a graphics document, which Chrome shows as the role that stands in for it.
  'graphics-document': 'img',
  // ARIA in HTML, `summary`: Chrome shows the button with a triangle.
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  // HTML-AAM, `select`, `option`.
  MenuListPopup: 'listbox',
  MenuListOption: 'option',
  // HTML-AAM: no corresponding role.
  Abbr: '',
  Audio: '',
  Canvas: '',
  ColorWell: '',
  Date: '',
  DateTime: '',
  Details: 'group',
  EmbeddedObject: '',
  Figcaption: '',
  FooterAsNonLandmark: '',
  HeaderAsNonLandmark: '',
  Iframe: '',
  IframePresentational: '',
  InputTime: '',
  LabelText: '',
  LayoutTable: '',
  LayoutTableCell: '',
  LayoutTableRow: '',
  Legend: '',
  PluginObject: '',
  Pre: '',
  RootWebArea: 'document',
  Ruby: '',
  Section: '',
  SvgRoot: 'img',
  Video: '',
  // DPUB-AAM: roles of books, as the ARIA roles they descend from.
  'doc-backlink': 'link',
  'doc-biblioref': 'link',
  'doc-glossref': 'link',
  'doc-noteref': 'link',
};

/** What ARIA calls a widget and Sightline numbers, besides what takes the focus. */
const wanted = (role: string, focusable: boolean): boolean => focusable || INTERACTIVE_ROLES.has(role);

/** Holds every shown element against Chrome's accessibility tree, and the tree against what is shown. */
export async function judgeAccessibility(
  browser: OracleBrowser,
  view: CapturedView,
): Promise<AccessibilityReport> {
  const report: AccessibilityReport = { compared: 0, uncompared: [], disagreements: [], unshown: [] };
  for (const document of (await browser.documents()).values()) await judgeDocument(document, view, report);
  return report;
}

async function judgeDocument(
  document: LiveDocument,
  view: CapturedView,
  report: AccessibilityReport,
): Promise<void> {
  const shown = view.shown.filter((node) => node.document.key === document.key);
  const [nodes, backendIds] = await Promise.all([
    accessibleNodes(document),
    document.backendIds(shown.map(({ id }) => id)),
  ]);
  for (const node of shown) {
    const backendId = backendIds.get(node.id) ?? 0;
    const chrome = nodes.get(backendId);
    nodes.delete(backendId);
    if (!chrome || chrome.ignored) report.uncompared.push(node);
    else await compare(node, chrome, document, report);
  }
  const left = [...nodes].filter(([, { role, ignored, focusable }]) => !ignored && wanted(role, focusable));
  for (const [backendId, chrome] of left) {
    if (chrome.role === 'document') continue;
    report.unshown.push(unshown(chrome, await document.idOf(backendId), document.key, view));
  }
}

interface AccessibleNode extends Said {
  ignored: boolean;
  focusable: boolean;
}

async function accessibleNodes({ session, frameId }: LiveDocument): Promise<Map<number, AccessibleNode>> {
  const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId });
  const byBackendId = new Map<number, AccessibleNode>();
  for (const { backendDOMNodeId, role, name, ignored, properties = [] } of nodes) {
    const word = String(role?.value ?? '');
    if (backendDOMNodeId === undefined || TEXTS.has(word)) continue;
    byBackendId.set(backendDOMNodeId, {
      role: WORDS[word] ?? word,
      name: squeeze(String(name?.value ?? '')),
      ignored,
      focusable: properties.some(({ name: key, value }) => key === 'focusable' && value.value === true),
    });
  }
  return byBackendId;
}

const TEXTS = new Set(['StaticText', 'InlineTextBox', 'LineBreak', 'ListMarker']);

/** Without a role an element has no name either (ARIA 1.2, section 5.2.8.6): ours is what it holds, for the model. */
async function compare(
  node: PageNode,
  chrome: AccessibleNode,
  document: LiveDocument,
  report: AccessibilityReport,
): Promise<void> {
  report.compared++;
  const ours = { role: WORDS[node.role] ?? node.role, name: node.name };
  if (isSameRole(node, ours.role, chrome.role) && (chrome.role === '' || isSameName(ours.name, chrome.name)))
    return;
  const said = { node, ours, chrome: { role: chrome.role, name: chrome.name } };
  report.disagreements.push({ ...said, excuse: await findExcuse(said, document) });
}

/**
 * HTML-AAM gives no role to a file input, which Chrome calls a button, nor to an editing host without one,
 * which Sightline calls a textbox: that is the word a model knows it by.
 */
function isSameRole({ tag, attributes, flags }: PageNode, ours: string, chrome: string): boolean {
  if (ours === chrome) return true;
  if (tag === 'input' && attributes.type === 'file') return ours === '' && chrome === 'button';
  return ours === 'textbox' && chrome === '' && (flags & Flag.Editable) !== 0;
}

/**
 * Names are the same but for white space, for the case of letters (Chrome shows `text-transform`, which CSS
 * Text 3, section 2.1, keeps out of the text) and for private-use characters, the glyphs of icon fonts.
 */
function isSameName(ours: string, chrome: string): boolean {
  return plain(ours) === plain(chrome);
}

function plain(name: string): string {
  return squeeze(name.replace(/[\ue000-\uf8ff\u200b-\u200f\u2060\ufeff]|\p{Co}/gu, '')).toLowerCase();
}

function unshown(chrome: Said, id: number, key: string, { page, visibility }: CapturedView): Unshown {
  const node = page.nodes.find((one) => one.id === id && one.document.key === key);
  if (id === 0) return { chrome, node, why: 'part of a native control' };
  if (!node) return { chrome, node, why: 'not captured' };
  const verdict = visibility.decisions[node.index];
  if (!verdict) return { chrome, node, why: `no target: ${visibility.tiers[node.index] ?? 'unjudged'}` };
  return { chrome, node, why: `${verdict.rule}: ${decisionText(verdict)}` };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
