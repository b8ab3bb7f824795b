import type { HighlightBox, ScrollControlsById } from '../../injected/PageApi.ts';
import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import { callPageScript } from '../frames/callPageScript.ts';
import { elementObjects } from '../frames/elementObjects.ts';
import type { FrameCapture, FrameTarget, UtilityContext } from '../frames/FrameTarget.ts';

const OBJECT_GROUP = 'sightline-scroll-controls';
const TYPES = new Set(['scroll-button', 'scroll-marker']);

/**
 * The buttons and markers that the browser draws for boxes that scroll (`::scroll-button()`, `::scroll-marker`): their boxes are
 * known to its protocol alone. Asked only of documents whose style sheets make some, when they have changed.
 */
export class ScrollControlReader {
  readonly #read = new WeakSet<DocumentSnapshot>();
  /** As the page script received them last, JSON. */
  readonly #sent = new WeakMap<UtilityContext, string>();

  /** Passes to the page script what has changed; returns whether anything has: then capture again. */
  async refresh(capture: FrameCapture): Promise<boolean> {
    const { document, target } = capture;
    if (this.#read.has(document)) return false;
    this.#read.add(document);
    const context = target.contextOf(capture.frameId);
    const owners = ownersIn(document);
    if (!context || (owners.size === 0 && !this.#sent.has(context))) return false;
    const found: ScrollControlsById = {};
    for (const [scroller, ids] of owners)
      found[scroller] = await readControls(target, context, scroller, ids);
    const sent = JSON.stringify(found);
    if (sent === this.#sent.get(context)) return false;
    this.#sent.set(context, sent);
    await callPageScript(capture, 'setScrollControls', found);
    return true;
  }
}

/** Ids of the elements that have some, by that of the box that scrolls. */
function ownersIn({ rows, strings }: DocumentSnapshot): Map<number, number[]> {
  const owners = new Map<number, number[]>();
  const key = strings.indexOf('.scrollControls');
  if (key < 0) return owners;
  for (let i = 0; i < rows.attributes.length; i += 3) {
    if (rows.attributes[i + 1] !== key) continue;
    const [row, , value] = rows.attributes.slice(i, i + 3) as [number, number, number];
    owners.set(rows.id[row] as number, (strings[value] as string).split(',').map(Number));
  }
  return owners;
}

async function readControls(
  target: FrameTarget,
  context: UtilityContext,
  scroller: number,
  ids: readonly number[],
): Promise<ScrollControlsById[number]> {
  const { session } = target;
  const objects = await elementObjects(target, context, [...new Set([scroller, ...ids])], OBJECT_GROUP);
  const around = await boxOf(target, { objectId: objects.get(scroller) });
  const controls = await Promise.all(
    ids.map(async (of) => {
      const { node } = await session.send('DOM.describeNode', { objectId: objects.get(of) });
      const pseudos = (node.pseudoElements ?? []).filter(({ pseudoType = '' }) => TYPES.has(pseudoType));
      return Promise.all(
        pseudos.map(async ({ nodeName, backendNodeId }) => {
          const [x, y, width, height] = await boxOf(target, { backendNodeId });
          return { of, pseudo: nodeName, box: [x - around[0], y - around[1], width, height] as HighlightBox };
        }),
      );
    }),
  );
  session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => undefined);
  return controls.flat().filter(({ box: [, , width, height] }) => width > 0 && height > 0);
}

/** Its border box, as it lies in the viewport; empty where it has none. */
async function boxOf(
  { session }: FrameTarget,
  node: { objectId?: string | undefined; backendNodeId?: number },
): Promise<HighlightBox> {
  const given = node.objectId ? { objectId: node.objectId } : { backendNodeId: node.backendNodeId ?? 0 };
  const { model } = await session.send('DOM.getBoxModel', given).catch(() => ({ model: undefined }));
  const border = model?.border ?? [];
  const [xs, ys] = [0, 1].map((axis) => border.filter((_, i) => i % 2 === axis)) as [number[], number[]];
  if (border.length === 0) return [0, 0, 0, 0];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}
