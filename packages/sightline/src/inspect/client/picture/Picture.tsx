import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageNode } from '../../../snapshot/Page.ts';
import { fitTextToBox, maxLetterSize } from '../../sketch/fitTextToBox.ts';
import { visiblePart } from '../../sketch/visiblePart.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import { type NodeSelection, useNodeSelection } from '../NodeSelection.ts';
import { Boxes, boxStyle, labelScale, placeBoxLabels } from './Boxes.tsx';
import { hitAreasOf, smallestAreaAt } from './hitAreas.ts';
import type { OverlayBox } from './OverlayBox.ts';
import { EDGE, isNear, scrollBoxIntoView, useVisibleArea, type VisibleArea } from './visibleArea.ts';

interface PictureProps {
  loadedPage: LoadedPage;
  boxes: readonly OverlayBox[];
  /** Nodes that the text lists without a number: they can be found from the picture too. */
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
