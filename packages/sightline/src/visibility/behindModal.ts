import { containedShare, isEmpty } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { DIALOG_ROLES, LAYER_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { interactivityTier } from './interactivityTier.ts';
import {
  decide,
  isRemoved,
  type Visibility,
  type VisibilityDraft,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * Removes what is behind a modal: a person sees it dimmed at most and cannot use it, as with `dialog:modal`, which makes it
 * inert. A modal is a dialog with `aria-modal`, fixed or placed over the whole viewport; what alone takes the mouse while the `body` lets it through
 * (`pointer-events: none`); a dialog that covers, with its backdrop (around it or beside it), everything else that could be used in the viewport.
 * Keeps the content of the dialog, what has opened over it (the list of its fields), messages above its backdrop, and the rest of
 * the top layer.
 */
export const behindModal: VisibilityRule = { name: 'behindModal', run };

function run(visibility: VisibilityDraft): void {
  const modal = topModal(visibility) ?? modalByPointer(visibility) ?? coveringDialog(visibility);
  if (!modal) return;
  const around = new Set<PageNode>();
  const kept = new Set([
    modal,
    ...usableBeside(modal, visibility),
    ...openedOver(modal, visibility),
    ...inTopLayer(modal, visibility),
  ]);
  for (const one of kept) for (let node = one.parent; node; node = node.parent) around.add(node);
  const decision = {
    rule: 'behindModal',
    kind: 'remove' as const,
    reason: 'behind-modal' as const,
    by: modal,
  };
  const { nodes } = visibility.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (kept.has(node) || isLiveRegionAbove(node)) {
      i = node.end - 1;
    } else if (!around.has(node) && !isRemoved(visibility, node)) {
      decide(visibility, node, decision);
    }
  }
}

/** The last of the modal dialogs that show: each opens over the one before. */
function topModal(visibility: Visibility): PageNode | undefined {
  let modal: PageNode | undefined;
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (node.attributes['aria-modal'] !== 'true' || isRemoved(visibility, node)) continue;
    const visibleBox = visibility.visibleBoxes[node.index];
    if (
      visibleBox &&
      !isEmpty(visibleBox) &&
      node.closest(isLayer) &&
      visibility.viewportPositions[node.index] === 'viewport'
    )
      modal = node;
  }
  return modal;
}

/** The last of what opens over a page, where the `body` takes no mouse, and something in this does. */
function modalByPointer(visibility: Visibility): PageNode | undefined {
  const layers = letsMouseThrough(visibility)
    ? visibility.page.nodes.filter(({ role }) => LAYER_ROLES.has(role))
    : [];
  const takesMouse = (layer: PageNode): boolean =>
    visibility.page.subtree(layer).some((one) => isUsable(one, visibility));
  return layers.findLast(
    (layer) => !layer.document.owner && !isRemoved(visibility, layer) && takesMouse(layer),
  );
}

const letsMouseThrough = ({ page }: Visibility): boolean =>
  page.nodes.find(({ tag }) => tag === 'body')?.has(Flag.NoPointerEvents) === true;

const isUsable = (node: PageNode, visibility: Visibility): boolean =>
  interactivityTier(node) !== 'structural' && !node.has(Flag.NoPointerEvents) && !isRemoved(visibility, node);

/** What takes the mouse although the `body` does not: messages, a second layer. */
function usableBeside(modal: PageNode, visibility: Visibility): PageNode[] {
  if (!letsMouseThrough(visibility) || modal.attributes['aria-modal'] === 'true') return [];
  return visibility.page.nodes.filter(
    (node) => !modal.contains(node) && !node.contains(modal) && isUsable(node, visibility),
  );
}

/** Boxes outside the dialog that are placed over it: a hit test found something of them in the midst of it. */
function openedOver(modal: PageNode, visibility: Visibility): PageNode[] {
  if (modal.has(Flag.NoPointerEvents)) return [];
  const layers = new Set<PageNode>();
  for (let i = 0; i < visibility.page.nodes.length; i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (!isFoundWithin(node, modal) || isRemoved(visibility, node)) continue;
    let layer: PageNode | undefined;
    for (let one: PageNode | undefined = node; one && !one.contains(modal); one = one.parent)
      if (one.has(Flag.Absolute | Flag.Fixed)) layer = one;
    if (layer) layers.add(layer);
  }
  return [...layers];
}

/** Found by a hit test within the box of the dialog, where that would have been found if it lay above. */
const isFoundWithin = (node: PageNode, modal: PageNode): boolean =>
  node.has(Flag.Hit) &&
  node.box !== undefined &&
  modal.box !== undefined &&
  !modal.contains(node) &&
  containedShare(node.box, modal.box) === 1;

/** What the browser paints over the whole page beside the dialog; what lies below a modal one is removed as inert before. */
const inTopLayer = (modal: PageNode, visibility: Visibility): PageNode[] =>
  visibility.page.nodes.filter(
    (node) =>
      node.has(Flag.TopLayer) &&
      !modal.contains(node) &&
      !node.contains(modal) &&
      !isRemoved(visibility, node),
  );

/** The last dialog over which, and over whose backdrop, nothing else of the viewport can be reached. */
function coveringDialog(visibility: Visibility): PageNode | undefined {
  const dialogs = visibility.page.nodes.filter(
    (node) => isDialog(node) && !node.document.owner && !isRemoved(visibility, node),
  );
  return dialogs.findLast((dialog) => coversTheRest(dialog, visibility));
}

const isDialog = ({ role }: PageNode): boolean => DIALOG_ROLES.has(role);

function coversTheRest(dialog: PageNode, visibility: Visibility): boolean {
  if (visibility.viewportPositions[dialog.index] !== 'viewport') return false;
  const ownLayer = outermostLayer(dialog);
  const layer = ownLayer ?? dialog;
  const others = visibility.page.nodes.filter(
    (node) =>
      !layer.contains(node) &&
      !node.contains(layer) &&
      !node.document.owner &&
      interactivityTier(node) === 'semantic' &&
      !isRemoved(visibility, node) &&
      visibility.viewportPositions[node.index] === 'viewport' &&
      node.box !== undefined &&
      !isEmpty(node.box) &&
      !node.closest(isLiveRegionAbove),
  );
  if (others.length === 0 || !others.every(({ coveredBy }) => coveredBy)) return false;
  // A dialog that is placed in the page may have a backdrop beside it.
  const beside = others.filter(({ coveredBy }) => coveredBy && !dialog.contains(coveredBy));
  return (
    ownLayer !== undefined ||
    (beside.length > 0 && beside.every(({ coveredBy }) => coveredBy?.closest(isLayer)))
  );
}

/** The outermost box around a dialog that is fixed in the viewport. */
function outermostLayer(dialog: PageNode): PageNode | undefined {
  let layer: PageNode | undefined;
  for (let one: PageNode | undefined = dialog; one; one = one.parent) if (isLayer(one)) layer = one;
  return layer;
}

/** Fixed in the viewport, or placed over all of it. */
function isLayer(node: PageNode): boolean {
  if (node.has(Flag.Fixed | Flag.TopLayer)) return true;
  const { width, height } = node.document.viewport;
  const { box } = node;
  return box !== undefined && node.has(Flag.Absolute) && box.width >= width && box.height >= height;
}

/** A message above the dialog: `role=alert` or `status` in a fixed box. */
function isLiveRegionAbove(node: PageNode): boolean {
  return (node.role === 'alert' || node.role === 'status') && node.has(Flag.Fixed);
}
