import type { PageNode } from '../../snapshot/Page.ts';
import type { VisibilityDecision, VisibilityReason } from '../../visibility/Visibility.ts';

/** Why a node is not shown, as words that can follow "because": `display:none on #menu`. */
export function decisionText(decision: VisibilityDecision): string {
  return REASON_TEXTS[decision.reason](decision);
}

const REASON_TEXTS: Readonly<Record<VisibilityReason, (decision: VisibilityDecision) => string>> = {
  'display-none': ({ by }) => `display:none on ${elementSelector(by)}`,
  'visibility-hidden': ({ by }) => `visibility:hidden on ${elementSelector(by)}`,
  opacity: ({ by }) => `opacity:0 on ${elementSelector(by)}`,
  'clip-path': ({ by, style }) => `${style} on ${elementSelector(by)}`,
  'not-painted': ({ by, style }) => `${style} on ${elementSelector(by)}`,
  inert: ({ by }) => `inert on ${elementSelector(by)}`,
  'illegible-text': ({ by, style }) => `text that nobody can make out (${style}) in ${elementSelector(by)}`,
  'no-area': ({ box }) =>
    `${(box?.width ?? 0) * (box?.height ?? 0) > 0 ? 'too small to see' : 'no area'}: ${sizeText(box)}`,
  'nothing-shows': ({ box }) => `no area: ${sizeText(box)}, and nothing in it shows`,
  fallback: ({ by }) => `content of ${elementSelector(by)} that only shows where that cannot`,
  clipped: ({ by }) => `clipped by ${elementSelector(by)}`,
  'no-ink': ({ by }) => `clipped by ${elementSelector(by)} to a strip in which nothing of it is painted`,
  unreachable: () => 'it lies where no scrolling reaches',
  'behind-modal': ({ by }) => `behind the modal ${elementSelector(by)}`,
  covered: ({ by }) => `covered by ${elementSelector(by)}`,
  'outside-viewport': () => 'outside the part asked for',
  'part-of': ({ by }) => `part of ${elementSelector(by)}`,
  label: ({ by }) => `shown as the name of ${elementSelector(by)}`,
  'no-content': () => 'it says nothing of its own',
};

const sizeText = ({ width, height } = { width: 0, height: 0 }): string => `${width} x ${height} px`;

/** Names an element by its id, else by its tag with its first class: `#menu`, `div.card`. */
export function elementSelector(node: PageNode | undefined): string {
  const { id, class: classes } = node?.attributes ?? {};
  if (id) return `#${id}`;
  const firstClass = classes?.trim().split(/\s+/)[0];
  return firstClass ? `${node?.tag}.${firstClass}` : `${node?.tag}`;
}
