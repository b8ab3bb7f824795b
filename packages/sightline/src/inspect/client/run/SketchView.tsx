import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { InspectedStep } from '../../Inspection.ts';
import type { Shape, Sketch } from '../../sketch/Sketch.ts';
import { pictureUrl } from '../assets.ts';

interface SketchViewProps {
  sketch: Sketch;
  /** URL of a screenshot of the same part, shown instead with the targets marked. */
  picture: string | undefined;
  /** Thumbnail without labels and accessible name. Default false. */
  isSmall?: boolean;
}

/** A page drawn from its boxes and text. */
export function SketchView({ sketch, picture, isSmall = false }: SketchViewProps): JSX.Element {
  const { width, height, shapes } = sketch;
  const drawn = picture === undefined ? shapes : shapes.filter(({ isTarget }) => isTarget);
  // Labels are drawn above all boxes.
  const labels = isSmall || picture !== undefined ? [] : drawn.filter(({ number }) => number !== undefined);
  return (
    <svg
      class={`sketch ${isSmall ? 'small' : ''}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describeSketch(sketch, picture !== undefined)}
      aria-hidden={isSmall}
    >
      {picture !== undefined && <image href={picture} width={width} height={height} />}
      {drawn.map((shape, at) =>
        shape.kind === 'words' ? <SketchText key={at} {...shape} /> : <SketchArea key={at} {...shape} />,
      )}
      {labels.map((shape, at) => (
        <SketchLabel key={at} {...shape} />
      ))}
    </svg>
  );
}

function SketchArea({ kind, box: [x, y, width, height], title, color, isTarget }: Shape): JSX.Element {
  const rect = (
    <rect
      class={isTarget ? 'target' : kind}
      {...{ x, y, width, height, rx: 3 }}
      stroke={color && !isTarget ? `rgb(${color})` : undefined}
    >
      {title && <title>{title}</title>}
    </rect>
  );
  if (kind !== 'image') return rect;
  return (
    <g class="image">
      {rect}
      <path d={`M${x} ${y}l${width} ${height}m0 ${-height}l${-width} ${height}`} />
    </g>
  );
}

function SketchText({ box: [x, y, width, height], lines = [], size = 10 }: Shape): JSX.Element {
  const LINE_HEIGHT = 1.25;
  const isSingleLine = lines.length === 1 && height < 4 * size;
  const first = isSingleLine ? y + height / 2 + size * 0.35 : y + size;
  return (
    <text class="words" font-size={size}>
      {lines.map((line, at) => (
        <tspan
          key={at}
          x={x + (isSingleLine ? Math.max(0, Math.min(4, (width - line.length * size * 0.5) / 2)) : 0)}
          y={first + at * size * LINE_HEIGHT}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}

function SketchLabel({ box: [x, y], number, color }: Shape): JSX.Element {
  const width = 6 + 6 * String(number).length;
  const top = Math.max(0, y - 10);
  return (
    <g class="label">
      <rect {...{ x, y: top, width, height: 12, rx: 2 }} fill={`rgb(${color})`} />
      <text x={x + 3} y={top + 9.5}>
        {number}
      </text>
    </g>
  );
}

function describeSketch({ shapes, left }: Sketch, isPicture: boolean): string {
  const targets = shapes.filter(({ isTarget }) => isTarget).map(shapeName);
  const marks = shapes.filter(({ kind }) => kind === 'mark').length;
  const what = isPicture
    ? 'Picture of the page'
    : `The page, drawn from its snapshot: ${marks} numbered elements`;
  return [
    what,
    ...(left > 0 && !isPicture ? [`${left} shapes left out`] : []),
    targets.length > 0 ? `acted on ${targets.join(', ')}` : 'nothing in it was acted on',
  ].join('; ');
}

const shapeName = ({ number, title }: Shape): string =>
  [number && `[${number}]`, title].filter(Boolean).join(' ');

interface EnlargedSketchProps extends SketchViewProps {
  title: string;
}

/** The targets of a step; a click enlarges the sketch. */
export function EnlargedSketch({ sketch, picture, title }: EnlargedSketchProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const targets = sketch.shapes.filter(({ isTarget }) => isTarget);
  return (
    <div class="acted-on">
      <button
        type="button"
        class="enlarge"
        aria-haspopup="dialog"
        aria-label={`Enlarge: ${describeSketch(sketch, picture !== undefined)}`}
        onClick={() => dialog.current?.showModal()}
      >
        <SketchView sketch={sketch} picture={picture} />
      </button>
      <dialog
        ref={dialog}
        class="large"
        aria-label={`${title}: the page`}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <div class="bar">
          <h2>{title}</h2>
          <span class="muted grow">
            {targets.length > 0
              ? `Acted on ${targets.map(shapeName).join(', ')}`
              : 'Nothing in it was acted on'}{' '}
            · {picture === undefined ? 'drawn from the snapshot' : 'as the model saw it'}
          </span>
          <button type="button" class="icon end" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        <div class="scroll" tabIndex={0} role="group" aria-label="The page, enlarged">
          <SketchView sketch={sketch} picture={picture} />
        </div>
      </dialog>
    </div>
  );
}

/** URLs of the screenshots of a run, once decoded. */
export function usePictures(steps: readonly InspectedStep[]): readonly string[] {
  const [urls, setUrls] = useState<string[]>([]);
  useEffect(() => {
    const most = Math.max(-1, ...steps.map(({ picture = -1 }) => picture));
    const all = Array.from({ length: most + 1 }, (_, at) => pictureUrl(at));
    void Promise.all(all).then((known) => setUrls(known.map((url) => url ?? '')));
  }, [steps]);
  return urls;
}
