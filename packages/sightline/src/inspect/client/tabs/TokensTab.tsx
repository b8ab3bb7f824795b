import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { UNGROUPED } from '../../../diff/PageBaseline.ts';
import { estimateTokens } from '../../../render/estimateTokens.ts';
import type { ShowOptions } from '../../../render/renderView.ts';
import type { Steps } from '../../../snapshot/runSteps.ts';
import type { LandmarkRegion } from '../../../structure/landmarks.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import { ChunkedList } from '../list/ChunkedList.tsx';
import type { ListRow } from '../list/ListChunk.tsx';
import { type OverlayBox, overlayBoxes } from '../picture/OverlayBox.ts';
import { type CountTokens, countStepwise } from '../tokens/Tokenizer.ts';
import { runInSlices, yieldToEventLoop } from '../work/runInSlices.ts';
import { useSlicedWork } from '../work/useSlicedWork.ts';
import type { TabProps } from './Tabs.tsx';

/** Tokens of each region in the outline, and of the page in each view. */
export function TokensTab({ loadedPage, selection, showOverlay, count }: TabProps): JSX.Element {
  const [full, setFull] = useState(false);
  const counter = count ?? estimateTokens;
  const texts = useSlicedWork(() => regionTexts(loadedPage, full), [loadedPage, full]);
  const regionTokens = useRegionTokens(texts, counter);
  const viewTokens = useViewTokens(loadedPage, full, counter);
  const items = useMemo(() => {
    const highest = regionTokens.reduce((largest, { tokens = 0 }) => Math.max(largest, tokens), 0);
    return regionTokens.map((region) => regionRow(region, highest));
  }, [regionTokens]);
  useEffect(
    () => showOverlay({ boxes: regionBoxes(loadedPage, regionTokens), listedNodes: [] }),
    [loadedPage, regionTokens],
  );
  return (
    <>
      <div class="bar wrap">
        <span class="muted">
          {count
            ? 'Tokenizer: o200k_base (GPT-4o and later), exact'
            : 'Estimated, until the tokenizer is unpacked'}
        </span>
        <label class="check end">
          <input type="checkbox" checked={full} onChange={() => setFull(!full)} /> Unfold
        </label>
      </div>
      <div class="scroll tokens" tabIndex={0} role="group" aria-label="Tokens">
        <h2>By region, in the outline</h2>
        <div aria-busy={!texts}>
          <ChunkedList
            items={items}
            label="Tokens by region"
            loadedPage={loadedPage}
            selection={selection}
            className="bars"
          />
        </div>
        <h2>By view</h2>
        <table class="token-costs">
          <thead class="hidden">
            <tr>
              <th scope="col">View</th>
              <th scope="col">Tokens</th>
            </tr>
          </thead>
          <tbody>
            {VIEWS.map(({ title }, at) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>
                  <Bar tokens={viewTokens[at]} highest={Math.max(...viewTokens)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Bar({ tokens, highest }: { tokens: number | undefined; highest: number }): JSX.Element {
  if (tokens === undefined) return <span class="muted">…</span>;
  return (
    <span class="score">
      <span
        class="bar-fill"
        style={{ inlineSize: `${((100 * tokens) / Math.max(1, highest)).toFixed(1)}%` }}
      />
      <span class="figure">{tokens.toLocaleString('en')}</span>
    </span>
  );
}

interface RegionTokens {
  title: string;
  region: LandmarkRegion | undefined;
  /** Undefined until they are counted. */
  tokens: number | undefined;
}

type RegionText = Omit<RegionTokens, 'tokens'> & { text: string };

/**
 * The lines of each region without those of nested regions. Counted separately, they add up to slightly more than
 * the whole.
 */
function* regionTexts(loadedPage: LoadedPage, full: boolean): Steps<RegionText[]> {
  const { text, lines = [] } = yield* loadedPage.captured.lookInSteps({ view: 'outline', full });
  yield;
  const texts = new Map<LandmarkRegion | undefined, string[]>();
  for (const region of loadedPage.pageState.regions) texts.set(region, []);
  for (const [at, line] of text.split('\n').entries()) {
    const region = lines[at]?.region;
    const ownLines = texts.get(region);
    if (ownLines) ownLines.push(line);
    else texts.set(region, [line]);
  }
  return Array.from(texts, ([region, ownLines]) => ({
    title: region?.address ?? `${UNGROUPED} and the page line`,
    region,
    text: ownLines.length === 0 ? '' : `${ownLines.join('\n')}\n`,
  }));
}

/** Counted one after the other. */
function useRegionTokens(
  texts: readonly RegionText[] | undefined,
  count: CountTokens,
): readonly RegionTokens[] {
  const uncounted = useMemo(() => (texts ?? []).map((text) => ({ ...text, tokens: undefined })), [texts]);
  const [counted, setCounted] = useState<CountedRegions>();
  useEffect(() => {
    if (!texts) return;
    const controller = new AbortController();
    const start = async (): Promise<void> => {
      await yieldToEventLoop();
      const regionTokens = await runInSlices(countRegions(texts, count), controller.signal);
      if (regionTokens && !controller.signal.aborted) setCounted({ texts, regionTokens });
    };
    void start();
    return () => controller.abort();
  }, [texts, count]);
  return counted?.texts === texts ? (counted?.regionTokens ?? uncounted) : uncounted;
}

interface CountedRegions {
  texts: readonly RegionText[];
  regionTokens: RegionTokens[];
}

function* countRegions(texts: readonly RegionText[], count: CountTokens): Steps<RegionTokens[]> {
  const regionTokens: RegionTokens[] = [];
  for (const { text, ...tokensOfRegion } of texts)
    regionTokens.push({ ...tokensOfRegion, tokens: yield* countStepwise(text, count) });
  return regionTokens;
}

function regionRow({ title, region, tokens }: RegionTokens, highest: number): ListRow {
  return {
    nodes: [region?.node],
    content: () => (
      <span class="share">
        <span class="title" style={{ '--indent': region?.depth ?? 0 }}>
          {title}
        </span>
        <Bar tokens={tokens} highest={highest} />
      </span>
    ),
  };
}

function regionBoxes(loadedPage: LoadedPage, regionTokens: readonly RegionTokens[]): OverlayBox[] {
  return regionTokens.flatMap(({ region, title, tokens }) => {
    if (!region || tokens === undefined) return [];
    const label = `${title.split(':')[0]} ${tokens.toLocaleString('en')}`;
    return overlayBoxes(loadedPage, region.node, {
      label,
      title: `${label} tokens: ${title}`,
      color: '0 90 200',
      kind: 'tinted',
    });
  });
}

const VIEWS: readonly { title: string; options: ShowOptions }[] = [
  { title: 'Minimal summary', options: { view: 'minimal' } },
  { title: 'Summary', options: { view: 'summary' } },
  { title: 'Outline, interactive only', options: { view: 'outline', interactiveOnly: true } },
  { title: 'Outline', options: { view: 'outline' } },
  { title: 'Outline, markup', options: { view: 'outline', style: 'markup' } },
  { title: 'Flat', options: { view: 'flat' } },
  { title: 'Flat, markup', options: { view: 'flat', style: 'markup' } },
  { title: 'HTML', options: { view: 'html' } },
  { title: 'JSON', options: { view: 'json' } },
];

/** Counted one after the other, so that a large page does not hold up the rest. */
function useViewTokens({ captured }: LoadedPage, full: boolean, count: CountTokens): number[] {
  const [viewTokens, setViewTokens] = useState<number[]>([]);
  useEffect(() => setViewTokens([]), [captured, full, count]);
  useEffect(() => {
    const next = VIEWS[viewTokens.length];
    if (!next) return;
    const controller = new AbortController();
    const start = async (): Promise<void> => {
      const tokens = await runInSlices(
        countViewTokens(captured, { ...next.options, full }, count),
        controller.signal,
      );
      if (tokens !== undefined && !controller.signal.aborted) setViewTokens([...viewTokens, tokens]);
    };
    const timer = setTimeout(start, 10);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [captured, full, count, viewTokens]);
  return viewTokens;
}

function* countViewTokens(
  captured: LoadedPage['captured'],
  options: ShowOptions,
  count: CountTokens,
): Steps<number> {
  const { text } = yield* captured.lookInSteps(options);
  yield;
  return yield* countStepwise(text, count);
}
