import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HtmlMode } from '../../render/html/HtmlTree.ts';
import type { ShowOptions, ViewName } from '../../render/renderView.ts';
import { Details } from './Details.tsx';
import type { LoadedPage } from './LoadedPage.ts';
import { NodeSelection } from './NodeSelection.ts';
import { Picture } from './picture/Picture.tsx';
import { Splitter } from './Splitter.tsx';
import { TopBar } from './TopBar.tsx';
import { CompareTab } from './tabs/CompareTab.tsx';
import { QueryTab } from './tabs/QueryTab.tsx';
import { RemovedTab } from './tabs/RemovedTab.tsx';
import { type PictureOverlay, type TabDefinition, Tabs } from './tabs/Tabs.tsx';
import { TextTab } from './tabs/TextTab.tsx';
import { TokensTab } from './tabs/TokensTab.tsx';
import { useTokenizer } from './tokens/Tokenizer.ts';

type TabName = ViewName | 'compare' | 'query' | 'removed' | 'tokens';

const TABS: readonly TabDefinition<TabName>[] = [
  { name: 'outline', title: 'Outline' },
  { name: 'flat', title: 'Flat' },
  { name: 'summary', title: 'Summary' },
  { name: 'minimal', title: 'Minimal' },
  { name: 'html', title: 'HTML' },
  { name: 'json', title: 'JSON' },
  { name: 'query', title: 'Query' },
  { name: 'removed', title: 'Removed' },
  { name: 'tokens', title: 'Tokens' },
];

/** The picture of a page on the left, its text on the right; of two pages the selected one. */
export function App({
  loadedPages,
  isLive = false,
  isNumbered = false,
}: {
  loadedPages: readonly LoadedPage[];
  isLive?: boolean;
  isNumbered?: boolean;
}): JSX.Element {
  const isPair = loadedPages.length > 1;
  const [pageIndex, setPageIndex] = useState(loadedPages.length - 1);
  const [tab, setTab] = useState<TabName>(isPair ? 'compare' : 'outline');
  const [options, setOptions] = useState<ShowOptions>({});
  const [htmlMode, setHtmlMode] = useState<HtmlMode>('full');
  const [overlay, setOverlay] = useState<PictureOverlay>({ boxes: [], listedNodes: [] });
  const [share, setShare] = useState(50);
  const loadedPage = loadedPages[Math.min(pageIndex, loadedPages.length - 1)] as LoadedPage;
  const selection = useMemo(() => new NodeSelection(), [loadedPage]);
  const count = useTokenizer();
  const main = useRef<HTMLElement>(null);
  useEscape(selection);
  const shared = { loadedPage, selection, count, showOverlay: setOverlay };
  const view = viewOf(tab);
  return (
    <>
      <TopBar
        loadedPages={loadedPages}
        loadedPage={loadedPage}
        onSelect={(one) => setPageIndex(loadedPages.indexOf(one))}
        {...{ selection, isLive, isNumbered }}
      />
      <main ref={main} style={{ '--share': `${share}%` }}>
        <Picture loadedPage={loadedPage} selection={selection} {...overlay} />
        <Splitter share={share} onShare={setShare} frame={main} />
        <section class="pane text-pane" aria-label="Text of the page">
          <Tabs
            tabs={isPair ? [{ name: 'compare', title: 'Compare' }, ...TABS] : TABS}
            current={tab}
            onChange={setTab}
            label="Views"
          />
          <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
            {view && (
              <TextTab
                {...shared}
                {...{ view, options, htmlMode }}
                onOptions={setOptions}
                onHtmlMode={setHtmlMode}
              />
            )}
            {tab === 'compare' && <CompareTab {...shared} loadedPages={loadedPages} options={options} />}
            {tab === 'query' && <QueryTab {...shared} />}
            {tab === 'removed' && <RemovedTab {...shared} options={options} />}
            {tab === 'tokens' && <TokensTab {...shared} />}
          </div>
          <Details loadedPage={loadedPage} selection={selection} />
        </section>
      </main>
    </>
  );
}

const NON_VIEW_TABS: ReadonlySet<string> = new Set(['compare', 'query', 'removed', 'tokens']);

const viewOf = (tab: TabName): ViewName | undefined =>
  NON_VIEW_TABS.has(tab) ? undefined : (tab as ViewName);

/** Escape clears the selection. */
function useEscape(selection: NodeSelection): void {
  useEffect(() => {
    const clearSelection = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') selection.select(undefined, 'text');
    };
    addEventListener('keydown', clearSelection);
    return () => removeEventListener('keydown', clearSelection);
  }, [selection]);
}
