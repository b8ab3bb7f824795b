import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { createTextInkMeasure, placeLabels } from '../../../render/marks/placeLabels.ts';
import type { Box } from '../../../snapshot/geometry.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { NodeSelection } from '../NodeSelection.ts';
import type { OverlayBox } from './OverlayBox.ts';
import { scrollBoxIntoView } from './visibleArea.ts';

interface BoxesProps {
  boxes: readonly OverlayBox[];
  nearBoxes: readonly OverlayBox[];
  labels: ReadonlyMap<OverlayBox, Box>;
  selection: NodeSelection;
  scale: number;
  /** Draw the name of each element into its box. */
  showsNames: boolean;
}

/** The boxes on the picture: one tab stop; arrow keys go from box to box. */
export function Boxes({ boxes, nearBoxes, labels, selection, scale, showsNames }: BoxesProps): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const current = selection.selected ?? nearBoxes[0]?.node;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const focused = (event.target as HTMLElement).dataset.node;
    const at = boxes.findIndex(({ node }) => String(node.index) === focused) + step;
    const next = boxes[Math.max(0, Math.min(boxes.length - 1, at))];
    event.preventDefault();
    if (!next) return;
    scrollBoxIntoView(group.current?.closest('.scroll') ?? null, next.box, scale);
    selection.select(next.node, 'picture');
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        group.current?.querySelector<HTMLElement>(`[data-node="${next.node.index}"]`)?.focus(),
      ),
    );
  };
  return (
    <div
      ref={group}
      role="group"
      aria-label="Boxes on the picture; arrows go to the next"
      onKeyDown={onKeyDown}
    >
      {nearBoxes.map((one) => {
        const { node, box, label, title, color, kind = 'outline' } = one;
        return (
          <button
            key={node.index}
            type="button"
            class={`box ${kind}`}
            data-node={node.index}
            tabIndex={node === current ? 0 : -1}
            aria-label={title}
            style={{ ...boxStyle(box, scale), '--c': color }}
            onFocus={(event) =>
              event.currentTarget.matches(':focus-visible') && selection.hover(node, 'picture')
            }
            onClick={(event) => event.detail === 0 && selection.select(node, 'picture')}
          >
            {label && (
              <span class="label" style={labelStyle(labels.get(one), box, scale)}>
                {label}
              </span>
            )}
            {showsNames && (
              <span
                class="name"
                style={{ fontSize: `${Math.max(4, Math.min(13, 0.8 * box.height) * scale)}px` }}
              >
                {node.name}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

export function boxStyle({ x, y, width, height }: Box, scale: number): Record<string, string> {
  return {
    left: `${x * scale}px`,
    top: `${y * scale}px`,
    width: `${Math.max(4, width * scale)}px`,
    height: `${Math.max(4, height * scale)}px`,
  };
}

/** Size of labels: a little smaller on a small picture, so that more of it shows. */
export const labelScale = (scale: number): number => Math.max(0.75, Math.min(1, scale / 0.45));

/** With more labels than this each is drawn above its box. */
const MAX_PLACED_LABELS = 4_000;

/** Where each label covers least, screen pixels. */
export function placeBoxLabels(
  boxes: readonly OverlayBox[],
  textBoxes: readonly Box[],
  size: LoadedPage['size'],
  scale: number,
): Map<OverlayBox, Box> {
  const labelled = boxes.filter(({ label }) => label !== undefined);
  if (labelled.length > MAX_PLACED_LABELS) return new Map();
  const fontScale = labelScale(scale);
  const items = labelled.map(({ box, label = '' }) => ({
    box: scaleBox(box, scale),
    label: { width: fontScale * (5 + 6.1 * label.length), height: fontScale * 11 },
  }));
  const picture = { width: size.width * scale, height: size.height * scale };
  const ink = createTextInkMeasure(textBoxes.map((box) => scaleBox(box, scale)));
  const positions = placeLabels(items, picture, ink);
  return new Map(labelled.map((one, at) => [one, positions[at] as Box]));
}

const scaleBox = ({ x, y, width, height }: Box, factor: number): Box => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

function labelStyle(label: Box | undefined, box: Box, scale: number): Record<string, string> {
  const border = 1.5;
  if (!label) return { left: `${-border}px`, bottom: '100%' };
  return { left: `${label.x - box.x * scale - border}px`, top: `${label.y - box.y * scale - border}px` };
}
