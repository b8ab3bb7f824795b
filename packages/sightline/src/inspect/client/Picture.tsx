import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Box, PageNode } from '../../model/Page.ts';
import { inkOfWords, placeLabels } from '../../view/placeLabels.ts';
import { fitWords, highestLetters } from '../fitWords.ts';
import { shownPart } from '../shownPart.ts';
import type { Look } from './Look.ts';
import { type Pick, usePick } from './Pick.ts';

/** A box on the picture. */
export interface Drawn {
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
  look: Look;
  drawn: readonly Drawn[];
  /** What the text tells of without a number, and where: to be found from the picture too. */
  told: readonly PageNode[];
  pick: Pick;
}

/** The picture of the page with boxes on it: pointing at one points at its node. */
export function Picture({ look, drawn, told, pick }: PictureProps): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const [showsLabels, setShowsLabels] = useState(true);
  const [isDrawn, setIsDrawn] = useState(false);
  const view = useView(pane);
  const scale = zoom === 'fit' ? Math.max(0.05, (view.width - 2 * EDGE) / look.size.width) : zoom;
  const step = (by: number): void => setZoom(Math.max(0.1, Math.min(4, scale * by)));
  return (
    <section class="pane picture" aria-label="Picture of the page">
      <div class="bar wrap">
        <span class="group" role="group" aria-label="Zoom">
          <button type="button" class="icon" aria-label="Smaller" onClick={() => step(0.8)}>
            −
          </button>
          <button type="button" class="quiet" aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')}>
            Fit
          </button>
          <button type="button" class="icon" aria-label="Larger" onClick={() => step(1.25)}>
            +
          </button>
        </span>
        <span class="soft">{Math.round(scale * 100)} %</span>
        <label class="check">
          <input type="checkbox" checked={showsLabels} onChange={() => setShowsLabels(!showsLabels)} /> Labels
        </label>
        {look.picture && (
          <label class="check">
            <input type="checkbox" checked={isDrawn} onChange={() => setIsDrawn(!isDrawn)} /> Drawn
          </label>
        )}
        {look.picture && look.pictureScale < 0.99 && (
          <span class="soft">page too tall: scaled to {Math.round(look.pictureScale * 100)} %</span>
        )}
        <span class="soft end">{drawn.length.toLocaleString('en')} boxes</span>
      </div>
      <div ref={pane} class="scroll" tabIndex={-1}>
        <Stage
          {...{ look, drawn, told, pick, scale, view }}
          picture={isDrawn ? undefined : look.picture}
          pane={pane}
          className={showsLabels ? 'labelled' : ''}
        />
      </div>
    </section>
  );
}

/** Around the picture, CSS pixels. */
const EDGE = 14;

interface StageProps extends PictureProps {
  scale: number;
  view: View;
  pane: { current: HTMLDivElement | null };
  /** Address of the picture; undefined to draw the page by its boxes and words. */
  picture: string | undefined;
  className: string;
}

function Stage({ look, drawn, told, pick, scale, view, pane, picture, className }: StageProps): JSX.Element {
  const areas = useMemo(() => areasOf(look, drawn, told), [look, drawn, told]);
  const stage = useRef<HTMLDivElement>(null);
  const nodeAt = ({ clientX, clientY }: MouseEvent): PageNode | undefined => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return smallestAt(areas, (clientX - left) / scale, (clientY - top) / scale);
  };
  const shown = useMemo(() => drawn.filter(({ box }) => isNear(box, view, scale)), [drawn, view, scale]);
  const words = useMemo(() => look.words().filter((box) => isNear(box, view, scale)), [look, view, scale]);
  const labels = useMemo(() => labelsOf(shown, words, look.size, scale), [shown, words, scale]);
  const { width, height } = look.size;
  return (
    <div
      ref={stage}
      class={`stage ${className} ${picture ? '' : 'blank'}`}
      data-width={width}
      style={{ width: `${width * scale}px`, height: `${height * scale}px`, '--letters': lettersOf(scale) }}
      onPointerMove={(event) => event.pointerType === 'mouse' && pick.point(nodeAt(event), 'picture')}
      onPointerLeave={() => pick.point(undefined, 'picture')}
      onClick={(event) => event.detail > 0 && pick.choose(nodeAt(event), 'picture')}
    >
      {picture && <img src={picture} alt="" width={width} height={height} />}
      {!picture && <Ghosts {...{ look, told, view, scale }} />}
      <Boxes {...{ drawn, shown, labels, pick, scale }} isNamed={!picture} />
      <Spot {...{ look, pick, scale, pane }} />
    </div>
  );
}

type GhostsProps = Omit<StageProps, 'drawn' | 'pick' | 'pane' | 'picture' | 'className'>;

/** The words of a page that was not photographed, where they stand. */
function Ghosts({ look, told, view, scale }: GhostsProps): JSX.Element {
  const words = told.flatMap((node) => {
    const whole = node.isText && look.pruning.seen[node.index] ? look.boxOf(node) : undefined;
    const box = whole && shownPart(node, whole);
    if (!box || !isNear(box, view, scale)) return [];
    return [{ node, box, ...fitWords(node.text.trim(), box.width, box.height, highestLetters(node)) }];
  });
  return (
    <div aria-hidden="true">
      {words.map(({ node, box, lines, size }) => (
        <span
          key={node.index}
          class="ghost"
          style={{ ...placed(box, scale), fontSize: `${Math.max(3, size * scale)}px` }}
        >
          {lines.join('\n')}
        </span>
      ))}
    </div>
  );
}

interface BoxesProps {
  drawn: readonly Drawn[];
  shown: readonly Drawn[];
  labels: ReadonlyMap<Drawn, Box>;
  pick: Pick;
  scale: number;
  /** Their names are written into them. */
  isNamed: boolean;
}

/** One stop of the Tab key; arrows go from box to box. */
function Boxes({ drawn, shown, labels, pick, scale, isNamed }: BoxesProps): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const current = pick.chosen ?? shown[0]?.node;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const focused = (event.target as HTMLElement).dataset.node;
    const at = drawn.findIndex(({ node }) => String(node.index) === focused) + step;
    const next = drawn[Math.max(0, Math.min(drawn.length - 1, at))];
    event.preventDefault();
    if (!next) return;
    bringIntoView(group.current?.closest('.scroll') ?? null, next.box, scale);
    pick.choose(next.node, 'picture');
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
      {shown.map((one) => {
        const { node, box, label, title, color, kind = 'outline' } = one;
        return (
          <button
            key={node.index}
            type="button"
            class={`box ${kind}`}
            data-node={node.index}
            tabIndex={node === current ? 0 : -1}
            aria-label={title}
            style={{ ...placed(box, scale), '--c': color }}
            onFocus={(event) => event.currentTarget.matches(':focus-visible') && pick.point(node, 'picture')}
            onClick={(event) => event.detail === 0 && pick.choose(node, 'picture')}
          >
            {label && (
              <span class="label" style={beside(labels.get(one), box, scale)}>
                {label}
              </span>
            )}
            {isNamed && (
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

interface SpotProps {
  look: Look;
  pick: Pick;
  scale: number;
  pane: { current: HTMLDivElement | null };
}

/** What is picked, lit; the picture is scrolled to what was picked in the text. */
function Spot({ look, pick, scale, pane }: SpotProps): JSX.Element | null {
  const { hot, chosen, from } = usePick(pick);
  const node = hot ?? chosen;
  const box = node && look.boxOf(node);
  useEffect(() => {
    if (!box || from !== 'text') return;
    const timer = setTimeout(() => bringIntoView(pane.current, box, scale), 90);
    return () => clearTimeout(timer);
  }, [node, from, scale]);
  if (!box) return null;
  return (
    <div
      class={`spot ${node === chosen ? 'is-chosen' : ''} ${look.hasPlace(node) ? '' : 'is-around'}`}
      style={placed(box, scale)}
    />
  );
}

function placed({ x, y, width, height }: Box, scale: number): Record<string, string> {
  return {
    left: `${x * scale}px`,
    top: `${y * scale}px`,
    width: `${Math.max(4, width * scale)}px`,
    height: `${Math.max(4, height * scale)}px`,
  };
}

/** How large labels are: where the page is small they are a little smaller, so that more of it shows. */
const lettersOf = (scale: number): number => Math.max(0.75, Math.min(1, scale / 0.45));

/** More labels than this stand where they come, above their boxes. */
const PLACED = 4_000;

/** Where each label covers least, pixels of the screen. */
function labelsOf(
  drawn: readonly Drawn[],
  words: readonly Box[],
  size: Look['size'],
  scale: number,
): Map<Drawn, Box> {
  const labelled = drawn.filter(({ label }) => label !== undefined);
  if (labelled.length > PLACED) return new Map();
  const letters = lettersOf(scale);
  const items = labelled.map(({ box, label = '' }) => ({
    box: scaled(box, scale),
    label: { width: letters * (5 + 6.1 * label.length), height: letters * 11 },
  }));
  const picture = { width: size.width * scale, height: size.height * scale };
  const ink = inkOfWords(words.map((box) => scaled(box, scale)));
  const places = placeLabels(items, picture, ink);
  return new Map(labelled.map((one, at) => [one, places[at] as Box]));
}

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

function beside(label: Box | undefined, box: Box, scale: number): Record<string, string> {
  const border = 1.5;
  if (!label) return { left: `${-border}px`, bottom: '100%' };
  return { left: `${label.x - box.x * scale - border}px`, top: `${label.y - box.y * scale - border}px` };
}

/** Scrolls no further than is needed, and leaves some room around. */
function bringIntoView(pane: Element | null, { x, y, width, height }: Box, scale: number): void {
  if (!pane) return;
  const room = 40;
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((at) => at * scale + EDGE) as [
    number,
    number,
    number,
    number,
  ];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = pane;
  if (top - room < scrollTop || bottom - top > clientHeight) pane.scrollTop = top - room;
  else if (bottom + room > scrollTop + clientHeight) pane.scrollTop = bottom + room - clientHeight;
  if (left < scrollLeft) pane.scrollLeft = left - room;
  else if (right > scrollLeft + clientWidth)
    pane.scrollLeft = Math.min(left - room, right + room - clientWidth);
}

/** What of the picture is in view, pixels of the screen. */
interface View {
  width: number;
  height: number;
  top: number;
  left: number;
}

function useView(pane: { current: HTMLDivElement | null }): View {
  const [view, setView] = useState<View>({ width: 600, height: 800, top: 0, left: 0 });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    let frame = 0;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height, scrollTop, scrollLeft } = element;
      // Boxes of a screen around are drawn too: only half a screen later others are needed.
      const top = Math.floor(scrollTop / (height / 2 || 1)) * (height / 2);
      const left = Math.floor(scrollLeft / (width / 2 || 1)) * (width / 2);
      setView((old) =>
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
  return view;
}

function isNear({ x, y, width, height }: Box, view: View, scale: number): boolean {
  const bottom = (y + height) * scale;
  const right = (x + width) * scale;
  return (
    bottom > view.top - view.height &&
    y * scale < view.top + 2.5 * view.height &&
    right > view.left - view.width &&
    x * scale < view.left + 2.5 * view.width
  );
}

interface Area {
  node: PageNode;
  box: Box;
}

/** Boxes first, then what the text tells of in lines of its own. */
function areasOf(look: Look, drawn: readonly Drawn[], told: readonly PageNode[]): Area[] {
  const areas: Area[] = drawn.map(({ node, box }) => ({ node, box }));
  const known = new Set(areas.map(({ node }) => node));
  for (const node of told) {
    const box = known.has(node) ? undefined : look.boxOf(node);
    if (box) areas.push({ node, box });
  }
  return areas;
}

/** The smallest that holds the point; of equals the last, which lies within the others. */
function smallestAt(areas: readonly Area[], x: number, y: number): PageNode | undefined {
  let found: PageNode | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { node, box } of areas) {
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    const area = box.width * box.height;
    if (area > least) continue;
    least = area;
    found = node;
  }
  return found;
}
