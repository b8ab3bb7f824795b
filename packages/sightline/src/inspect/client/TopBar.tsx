import type { JSX } from 'preact';
import { clean } from '../../view/escape.ts';
import type { Look } from './Look.ts';

interface TopBarProps {
  looks: readonly Look[];
  look: Look;
  onLook: (look: Look) => void;
}

/** Whose page this is, and when it was captured; of two, which. */
export function TopBar({ looks, look, onLook }: TopBarProps): JSX.Element {
  const { title, url, capturedAt } = look.page.snapshot;
  const { nodes } = look.pruning.page;
  const elements = nodes.reduce((sum, node) => sum + (node.isElement ? 1 : 0), 0);
  return (
    <header class="top">
      <Mark />
      {looks.length > 1 && <Sides {...{ looks, look, onLook }} />}
      <h1>{clean(title) || 'Untitled page'}</h1>
      <span class="url" title={clean(url)}>
        {clean(url)}
      </span>
      <span class="soft end">
        {elements.toLocaleString('en')} elements · <time dateTime={capturedAt}>{timeText(capturedAt)}</time>
      </span>
    </header>
  );
}

function Sides({ looks, look, onLook }: TopBarProps): JSX.Element {
  return (
    <span class="group" role="group" aria-label="Which look is shown">
      {looks.map((one, at) => (
        <button
          key={at}
          type="button"
          class="quiet"
          aria-pressed={one === look}
          title={one.source}
          onClick={() => onLook(one)}
        >
          {at === 0 ? 'Before' : 'After'}
        </button>
      ))}
    </span>
  );
}

/** An eye on a line of sight. */
export function Mark(): JSX.Element {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 20" width="26" height="16" aria-hidden="true">
        <path
          d="M1 10C6 3 11 1 16 1s10 2 15 9c-5 7-10 9-15 9S6 17 1 10Z"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
        />
        <circle cx="16" cy="10" r="4.2" fill="currentColor" />
      </svg>
      Sightline
    </span>
  );
}

function timeText(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime())
    ? ''
    : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
