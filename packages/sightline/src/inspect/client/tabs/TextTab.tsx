import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { estimateTokens } from '../../../render/estimateTokens.ts';
import { markColor } from '../../../render/marks/markColors.ts';
import type { RenderedView, ShowOptions, ViewName } from '../../../render/renderView.ts';
import type { Steps } from '../../../snapshot/runSteps.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { ListRow } from '../list/ListChunk.tsx';
import { SearchableList } from '../list/SearchableList.tsx';
import { textRows } from '../list/textRows.tsx';
import { type CountTokens, useTokenCount } from '../tokens/Tokenizer.ts';
import { useSlicedWork } from '../work/useSlicedWork.ts';
import type { TabProps } from './Tabs.tsx';
import { ViewBar, type ViewBarProps } from './ViewBar.tsx';

const VIEW_TITLES: Readonly<Record<ViewName, string>> = {
  outline: 'Outline',
  flat: 'Flat list',
  summary: 'Summary',
  minimal: 'Minimal summary',
  html: 'HTML',
  json: 'JSON',
};

interface TextTabProps extends TabProps, ViewBarProps {}

/** One of the views, as a model reads it. */
export function TextTab({
  loadedPage,
  selection,
  showOverlay,
  count,
  view,
  options,
  ...bar
}: TextTabProps): JSX.Element {
  const viewOptions = useMemo(
    () => ({ ...options, view, htmlMode: bar.htmlMode }),
    [options, view, bar.htmlMode],
  );
  const latest = useSlicedWork(() => renderTab(loadedPage, viewOptions), [loadedPage, viewOptions]);
  // Until the new text is ready the old one of the same view stays, with scroll position and focus.
  const previous = useRef<RenderedTab | undefined>(undefined);
  if (latest) previous.current = latest;
  const shown = previous.current?.view === view ? previous.current : undefined;
  useEffect(() => {
    if (!shown || shown !== latest) return;
    const { refOf } = loadedPage.captured.renderContext(viewOptions);
    const boxes = loadedPage.marks(viewOptions).map(({ node, box }) => {
      const number = refOf(node);
      const title = `[${number}] ${node.role || node.tag} ${node.name}`.trim();
      return { node, box, label: String(number), title, color: markColor(node).join(' ') };
    });
    const listedNodes = new Set(
      shown.items.flatMap(({ nodes }) => nodes.filter((node) => node !== undefined)),
    );
    showOverlay({ boxes, listedNodes: [...listedNodes] });
  }, [shown]);
  return (
    <>
      <ViewBar view={view} options={options} {...bar} />
      <SearchableList
        items={shown?.items ?? NO_ROWS}
        label={`${VIEW_TITLES[view]}, as a model reads it`}
        loadedPage={shown?.loadedPage ?? loadedPage}
        selection={selection}
        className={`text ${view}`}
        isBusy={!latest}
        placeholder={!shown && <LoadingHint />}
      >
        <TextFacts text={shown} count={count} />
      </SearchableList>
    </>
  );
}

const NO_ROWS: readonly ListRow[] = [];

function LoadingHint(): JSX.Element {
  return (
    <p class="hint" aria-busy="true">
      Reading the page…
    </p>
  );
}

interface RenderedTab {
  loadedPage: LoadedPage;
  view: ViewName;
  rendered: RenderedView;
  items: ListRow[];
}

function* renderTab(
  loadedPage: LoadedPage,
  viewOptions: ShowOptions & { view: ViewName },
): Steps<RenderedTab> {
  const rendered = yield* loadedPage.captured.lookInSteps(viewOptions);
  yield;
  const { view } = viewOptions;
  return { loadedPage, view, rendered, items: yield* textRows(loadedPage, view, rendered) };
}

interface TextFactsProps {
  text: RenderedTab | undefined;
  count: CountTokens | undefined;
}

/** Tokens and lines of the text. */
function TextFacts({ text, count }: TextFactsProps): JSX.Element {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [text]);
  const tokens = useTokenCount(text?.rendered.text, count ?? estimateTokens);
  const copy = (): void => {
    void navigator.clipboard.writeText(text?.rendered.text ?? '').then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <p role="status">
        <strong>{tokens?.toLocaleString('en') ?? '…'}</strong>{' '}
        {count && tokens !== undefined ? (
          <abbr title="o200k_base, the tokenizer of GPT-4o and later">tokens</abbr>
        ) : (
          `tokens${tokens === undefined ? '' : ' at most (estimated)'}`
        )}
        <span class="muted">
          {text && ` · ${text.items.length.toLocaleString('en')} lines`}
          {text && !text.rendered.complete && ' · cut to the budget'}
        </span>
      </p>
      <button type="button" class="plain-button" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </>
  );
}
