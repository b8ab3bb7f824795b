import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HtmlMode } from '../../view/HtmlTree.ts';
import type { ShowOptions, ViewName } from '../../view/render.ts';
import { CompareTab } from './CompareTab.tsx';
import { Details } from './Details.tsx';
import type { Look } from './Look.ts';
import { Pick } from './Pick.ts';
import { Picture } from './Picture.tsx';
import { QueryTab } from './QueryTab.tsx';
import { RemovedTab } from './RemovedTab.tsx';
import { Splitter } from './Splitter.tsx';
import type { Drawing } from './TabProps.ts';
import { type Tab, Tabs } from './Tabs.tsx';
import { TextTab } from './TextTab.tsx';
import { useTokenizer } from './Tokenizer.ts';
import { TokensTab } from './TokensTab.tsx';
import { TopBar } from './TopBar.tsx';

type TabName = ViewName | 'compare' | 'query' | 'removed' | 'tokens';

const TABS: readonly Tab<TabName>[] = [
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

/** A page on the left, what is told of it on the right; of two, the one that is chosen. */
export function App({ looks }: { looks: readonly Look[] }): JSX.Element {
  const isPair = looks.length > 1;
  const [side, setSide] = useState(looks.length - 1);
  const [tab, setTab] = useState<TabName>(isPair ? 'compare' : 'outline');
  const [options, setOptions] = useState<ShowOptions>({});
  const [htmlMode, setHtmlMode] = useState<HtmlMode>('full');
  const [drawing, setDrawing] = useState<Drawing>({ drawn: [], told: [] });
  const [share, setShare] = useState(50);
  const look = looks[Math.min(side, looks.length - 1)] as Look;
  const pick = useMemo(() => new Pick(), [look]);
  const count = useTokenizer();
  const main = useRef<HTMLElement>(null);
  useEscape(pick);
  const shared = { look, pick, count, show: setDrawing };
  const view = viewOf(tab);
  return (
    <>
      <TopBar looks={looks} look={look} onLook={(one) => setSide(looks.indexOf(one))} />
      <main ref={main} style={{ '--share': `${share}%` }}>
        <Picture look={look} pick={pick} {...drawing} />
        <Splitter share={share} onShare={setShare} frame={main} />
        <section class="pane told" aria-label="What is told of the page">
          <Tabs
            tabs={isPair ? [{ name: 'compare', title: 'Compare' }, ...TABS] : TABS}
            current={tab}
            onChange={setTab}
            label="What is told"
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
            {tab === 'compare' && <CompareTab {...shared} looks={looks} options={options} />}
            {tab === 'query' && <QueryTab {...shared} />}
            {tab === 'removed' && <RemovedTab {...shared} options={options} />}
            {tab === 'tokens' && <TokensTab {...shared} />}
          </div>
          <Details look={look} pick={pick} />
        </section>
      </main>
    </>
  );
}

const OTHERS: ReadonlySet<string> = new Set(['compare', 'query', 'removed', 'tokens']);

const viewOf = (tab: TabName): ViewName | undefined => (OTHERS.has(tab) ? undefined : (tab as ViewName));

/** Escape lets go of what was chosen. */
function useEscape(pick: Pick): void {
  useEffect(() => {
    const letGo = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') pick.choose(undefined, 'text');
    };
    addEventListener('keydown', letGo);
    return () => removeEventListener('keydown', letGo);
  }, [pick]);
}
