import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createTextInkMeasure, placeLabels } from '../../render/marks/placeLabels.ts';
import type { Box } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { fitTextToBox, maxLetterSize } from '../sketch/fitTextToBox.ts';
import { visiblePart } from '../sketch/visiblePart.ts';
import type { LoadedPage } from './LoadedPage.ts';
import { type NodeSelection, useNodeSelection } from './NodeSelection.ts';

/** A box on the picture. */
export interface OverlayBox {
  node: PageNode;
  box: Box;
  /** Stands at its corner. */
  label?: string;
  /** What it is, to who does not see it. */
  title: string;
  /** `r g b`. */
  color: string;
  kind?: 'outline' | 'hatched' | 'filled' | 'tinted';
}

interface PictureProps {
  loadedPage: LoadedPage;
  boxes: readonly OverlayBox[];
  /** What the text tells of without a number, and where: to be found from the picture too. */
  listedNodes: readonly PageNode[];
  selection: NodeSelection;
}

/** The picture of the page with boxes on it: pointing at one points at its node. */
export function Picture({ loadedPage, boxes, listedNodes, selection }: PictureProps): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const [showsLabels, setShowsLabels] = useState(true);
  const [showsDrawing, setShowsDrawing] = useState(false);
  const visibleArea = useVisibleArea(pane);
  const scale =
    zoom === 'fit' ? Math.max(0.05, (visibleArea.width - 2 * EDGE) / loadedPage.size.width) : zoom;
  const step = (factor: number): void => setZoom(Math.max(0.1, Math.min(4, scale * factor)));
  return (
    <section class="pane picture" aria-label="Picture of the page">
      <div class="bar wrap">
        <span class="group" role="group" aria-label="Zoom">
          <button type="button" class="icon" aria-label="Smaller" onClick={() => step(0.8)}>
            −
          </button>
          <button
            type="button"
            class="plain-button"
            aria-pressed={zoom === 'fit'}
            onClick={() => setZoom('fit')}
          >
            Fit
          </button>
          <button type="button" class="icon" aria-label="Larger" onClick={() => step(1.25)}>
            +
          </button>
        </span>
        <span class="muted">{Math.round(scale * 100)} %</span>
        <label class="check">
          <input type="checkbox" checked={showsLabels} onChange={() => setShowsLabels(!showsLabels)} /> Labels
        </label>
        {loadedPage.picture && (
          <label class="check">
            <input type="checkbox" checked={showsDrawing} onChange={() => setShowsDrawing(!showsDrawing)} />{' '}
            Drawn
          </label>
        )}
        {loadedPage.picture && loadedPage.pictureScale < 0.99 && (
          <span class="muted">page too tall: scaled to {Math.round(loadedPage.pictureScale * 100)} %</span>
        )}
        <span class="muted end">{boxes.length.toLocaleString('en')} boxes</span>
      </div>
      <div ref={pane} class="scroll" tabIndex={-1}>
        <PictureCanvas
          {...{ loadedPage, boxes, listedNodes, selection, scale, visibleArea }}
          picture={showsDrawing ? undefined : loadedPage.picture}
          pane={pane}
          className={showsLabels ? 'labelled' : ''}
        />
      </div>
    </section>
  );
}

/** Around the picture, CSS pixels. */
const EDGE = 14;

interface PictureCanvasProps extends PictureProps {
  scale: number;
  visibleArea: VisibleArea;
  pane: { current: HTMLDivElement | null };
  /** Address of the picture; undefined to draw the page by its boxes and words. */
  picture: string | undefined;
  className: string;
}

function PictureCanvas({
  loadedPage,
  boxes,
  listedNodes,
  selection,
  scale,
  visibleArea,
  pane,
  picture,
  className,
}: PictureCanvasProps): JSX.Element {
  const hitAreas = useMemo(
    () => hitAreasOf(loadedPage, boxes, listedNodes),
    [loadedPage, boxes, listedNodes],
  );
  const canvas = useRef<HTMLDivElement>(null);
  const nodeAt = ({ clientX, clientY }: MouseEvent): PageNode | undefined => {
    const { left = 0, top = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    return smallestAreaAt(hitAreas, (clientX - left) / scale, (clientY - top) / scale);
  };
  const nearBoxes = useMemo(
    () => boxes.filter(({ box }) => isNear(box, visibleArea, scale)),
    [boxes, visibleArea, scale],
  );
  const textBoxes = useMemo(
    () => loadedPage.textBoxes().filter((box) => isNear(box, visibleArea, scale)),
    [loadedPage, visibleArea, scale],
  );
  const labels = useMemo(
    () => placeBoxLabels(nearBoxes, textBoxes, loadedPage.size, scale),
    [nearBoxes, textBoxes, scale],
  );
  const { width, height } = loadedPage.size;
  return (
    <div
      ref={canvas}
      class={`canvas ${className} ${picture ? '' : 'blank'}`}
      data-width={width}
      style={{ width: `${width * scale}px`, height: `${height * scale}px`, '--letters': labelScale(scale) }}
      onPointerMove={(event) => event.pointerType === 'mouse' && selection.hover(nodeAt(event), 'picture')}
      onPointerLeave={() => selection.hover(undefined, 'picture')}
      onClick={(event) => event.detail > 0 && selection.select(nodeAt(event), 'picture')}
    >
      {picture && <img src={picture} alt="" width={width} height={height} />}
      {!picture && <DrawnText {...{ loadedPage, boxes, listedNodes, selection, visibleArea, scale }} />}
      <Boxes {...{ boxes, nearBoxes, labels, selection, scale }} showsNames={!picture} />
      <SelectionHighlight {...{ loadedPage, selection, scale, pane }} />
    </div>
  );
}

type DrawnTextProps = Omit<PictureCanvasProps, 'drawn' | 'pick' | 'pane' | 'picture' | 'className'>;

/** The words of a page that was not photographed, where they stand. */
function DrawnText({ loadedPage, listedNodes, visibleArea, scale }: DrawnTextProps): JSX.Element {
  const texts = listedNodes.flatMap((node) => {
    const fullBox =
      node.isText && loadedPage.visibility.visibleBoxes[node.index] ? loadedPage.boxOf(node) : undefined;
    const box = fullBox && visiblePart(node, fullBox);
    if (!box || !isNear(box, visibleArea, scale)) return [];
    return [{ node, box, ...fitTextToBox(node.text.trim(), box.width, box.height, maxLetterSize(node)) }];
  });
  return (
    <div aria-hidden="true">
      {texts.map(({ node, box, lines, size }) => (
        <span
          key={node.index}
          class="drawn-text"
          style={{ ...boxStyle(box, scale), fontSize: `${Math.max(3, size * scale)}px` }}
        >
          {lines.join('\n')}
        </span>
      ))}
    </div>
  );
}

interface BoxesProps {
  boxes: readonly OverlayBox[];
  nearBoxes: readonly OverlayBox[];
  labels: ReadonlyMap<OverlayBox, Box>;
  selection: NodeSelection;
  scale: number;
  /** Their names are written into them. */
  showsNames: boolean;
}

/** One stop of the Tab key; arrows go from box to box. */
function Boxes({ boxes, nearBoxes, labels, selection, scale, showsNames }: BoxesProps): JSX.Element {
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

interface SelectionHighlightProps {
  loadedPage: LoadedPage;
  selection: NodeSelection;
  scale: number;
  pane: { current: HTMLDivElement | null };
}

/** What is picked, lit; the picture is scrolled to what was picked in the text. */
function SelectionHighlight({
  loadedPage,
  selection,
  scale,
  pane,
}: SelectionHighlightProps): JSX.Element | null {
  const { hovered, selected, source } = useNodeSelection(selection);
  const node = hovered ?? selected;
  const box = node && loadedPage.boxOf(node);
  useEffect(() => {
    if (!box || source !== 'text') return;
    const timer = setTimeout(() => scrollBoxIntoView(pane.current, box, scale), 90);
    return () => clearTimeout(timer);
  }, [node, source, scale]);
  if (!box) return null;
  return (
    <div
      class={`highlight ${node === selected ? 'is-selected' : ''} ${loadedPage.hasOwnBox(node) ? '' : 'is-container'}`}
      style={boxStyle(box, scale)}
    />
  );
}

function boxStyle({ x, y, width, height }: Box, scale: number): Record<string, string> {
  return {
    left: `${x * scale}px`,
    top: `${y * scale}px`,
    width: `${Math.max(4, width * scale)}px`,
    height: `${Math.max(4, height * scale)}px`,
  };
}

/** How large labels are: where the page is small they are a little smaller, so that more of it shows. */
const labelScale = (scale: number): number => Math.max(0.75, Math.min(1, scale / 0.45));

/** More labels than this stand where they come, above their boxes. */
const MAX_PLACED_LABELS = 4_000;

/** Where each label covers least, pixels of the screen. */
function placeBoxLabels(
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

/** Scrolls no further than is needed, and leaves some room around. */
function scrollBoxIntoView(pane: Element | null, { x, y, width, height }: Box, scale: number): void {
  if (!pane) return;
  const margin = 40;
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((at) => at * scale + EDGE) as [
    number,
    number,
    number,
    number,
  ];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = pane;
  if (top - margin < scrollTop || bottom - top > clientHeight) pane.scrollTop = top - margin;
  else if (bottom + margin > scrollTop + clientHeight) pane.scrollTop = bottom + margin - clientHeight;
  if (left < scrollLeft) pane.scrollLeft = left - margin;
  else if (right > scrollLeft + clientWidth)
    pane.scrollLeft = Math.min(left - margin, right + margin - clientWidth);
}

/** What of the picture is in view, pixels of the screen. */
interface VisibleArea {
  width: number;
  height: number;
  top: number;
  left: number;
}

function useVisibleArea(pane: { current: HTMLDivElement | null }): VisibleArea {
  const [visibleArea, setVisibleArea] = useState<VisibleArea>({ width: 600, height: 800, top: 0, left: 0 });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    let frame = 0;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height, scrollTop, scrollLeft } = element;
      // Boxes of a screen around are drawn too: only half a screen later others are needed.
      const top = Math.floor(scrollTop / (height / 2 || 1)) * (height / 2);
      const left = Math.floor(scrollLeft / (width / 2 || 1)) * (width / 2);
      setVisibleArea((old) =>
        JSON.stringify(old) === JSON.stringify({ width, height, top, left })
          ? old
          : { width, height, top, left },
      );
    };
    const later = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', later);
      cancelAnimationFrame(frame);
    };
  }, []);
  return visibleArea;
}

function isNear({ x, y, width, height }: Box, visibleArea: VisibleArea, scale: number): boolean {
  const bottom = (y + height) * scale;
  const right = (x + width) * scale;
  return (
    bottom > visibleArea.top - visibleArea.height &&
    y * scale < visibleArea.top + 2.5 * visibleArea.height &&
    right > visibleArea.left - visibleArea.width &&
    x * scale < visibleArea.left + 2.5 * visibleArea.width
  );
}

interface HitArea {
  node: PageNode;
  box: Box;
}

/** Boxes first, then what the text tells of in lines of its own. */
function hitAreasOf(
  loadedPage: LoadedPage,
  boxes: readonly OverlayBox[],
  listedNodes: readonly PageNode[],
): HitArea[] {
  const hitAreas: HitArea[] = boxes.map(({ node, box }) => ({ node, box }));
  const drawnNodes = new Set(hitAreas.map(({ node }) => node));
  for (const node of listedNodes) {
    const box = drawnNodes.has(node) ? undefined : loadedPage.boxOf(node);
    if (box) hitAreas.push({ node, box });
  }
  return hitAreas;
}

/** The smallest that holds the point; of equals the last, which lies within the others. */
function smallestAreaAt(hitAreas: readonly HitArea[], x: number, y: number): PageNode | undefined {
  let found: PageNode | undefined;
  let smallestArea = Number.POSITIVE_INFINITY;
  for (const { node, box } of hitAreas) {
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    const area = box.width * box.height;
    if (area > smallestArea) continue;
    smallestArea = area;
    found = node;
  }
  return found;
}
