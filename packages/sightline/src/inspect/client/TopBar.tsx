import type { JSX } from 'preact';
import { stripInvisible } from '../../render/escape.ts';
import type { LoadedPage } from './LoadedPage.ts';
import { LiveControls } from './live/LiveControls.tsx';
import type { NodeSelection } from './NodeSelection.ts';

interface TopBarProps {
  loadedPages: readonly LoadedPage[];
  loadedPage: LoadedPage;
  onSelect: (loadedPage: LoadedPage) => void;
}

interface LiveProps {
  selection: NodeSelection;
  /** Served by a session. */
  isLive: boolean;
  /** Its numbers are those of the session. */
  isNumbered: boolean;
}

/** Title, URL and time of the page; with two pages a switch, with a session its controls. */
export function TopBar({
  loadedPages,
  loadedPage,
  onSelect,
  selection,
  isLive,
  isNumbered,
}: TopBarProps & LiveProps): JSX.Element {
  const { title, url, capturedAt } = loadedPage.captured.snapshot;
  const { nodes } = loadedPage.visibility.page;
  const elements = nodes.reduce((sum, node) => sum + (node.isElement ? 1 : 0), 0);
  return (
    <header class="top">
      <Logo />
      {loadedPages.length > 1 && <PageSwitch {...{ loadedPages, loadedPage, onSelect }} />}
      <h1>{stripInvisible(title) || 'Untitled page'}</h1>
      <span class="url" title={stripInvisible(url)}>
        {stripInvisible(url)}
      </span>
      {isLive && <LiveControls {...{ loadedPage, selection, isNumbered }} />}
      <span class="muted end">
        {elements.toLocaleString('en')} elements · <time dateTime={capturedAt}>{timeText(capturedAt)}</time>
      </span>
    </header>
  );
}

function PageSwitch({ loadedPages, loadedPage, onSelect }: TopBarProps): JSX.Element {
  return (
    <span class="group" role="group" aria-label="Which look is shown">
      {loadedPages.map((one, index) => (
        <button
          key={index}
          type="button"
          class="plain-button"
          aria-pressed={one === loadedPage}
          title={one.source}
          onClick={() => onSelect(one)}
        >
          {index === 0 ? 'Before' : 'After'}
        </button>
      ))}
    </span>
  );
}

/** The logo: an eye on a line of sight. */
export function Logo(): JSX.Element {
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
