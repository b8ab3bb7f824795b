import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PageNode } from '../../../snapshot/Page.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { NodeSelection } from '../NodeSelection.ts';
import type { OverlayBox } from '../picture/OverlayBox.ts';
import type { CountTokens } from '../tokens/Tokenizer.ts';

/** What a tab draws on the picture. */
export interface PictureOverlay {
  boxes: readonly OverlayBox[];
  /** Nodes it lists without drawing a box: they can be found from the picture too. */
  listedNodes: readonly PageNode[];
}

/** Props of every tab. */
export interface TabProps {
  loadedPage: LoadedPage;
  selection: NodeSelection;
  showOverlay: (overlay: PictureOverlay) => void;
  count: CountTokens | undefined;
}

export interface TabDefinition<Name extends string> {
  name: Name;
  title: string;
  /** Number shown beside the title. */
  count?: number;
}

interface TabsProps<Name extends string> {
  tabs: readonly TabDefinition<Name>[];
  current: Name;
  onChange: (name: Name) => void;
  label: string;
}

/** Tabs with automatic activation (ARIA practices): one tab stop, arrow keys switch. */
export function Tabs<Name extends string>({ tabs, current, onChange, label }: TabsProps<Name>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ name }) => name === current);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    const next = tabs[(to + tabs.length) % tabs.length] as TabDefinition<Name>;
    event.preventDefault();
    onChange(next.name);
    const button = list.current?.querySelector<HTMLElement>(`#tab-${next.name}`);
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, title, count }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === current}
          aria-controls="panel"
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {title}
          {count !== undefined && <span class="count">{count.toLocaleString('en')}</span>}
        </button>
      ))}
    </div>
  );
}
