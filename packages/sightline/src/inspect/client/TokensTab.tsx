import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Steps } from '../../model/finish.ts';
import { UNGROUPED } from '../../structure/changes.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import type { ShowOptions } from '../../view/render.ts';
import { estimateTokens } from '../../view/tokens.ts';
import type { Item } from './Chunk.tsx';
import { inSlices, pause } from './inSlices.ts';
import { LongList } from './LongList.tsx';
import type { Look } from './Look.ts';
import type { Drawn } from './Picture.tsx';
import type { TabProps } from './TabProps.ts';
import { type CountTokens, counting } from './Tokenizer.ts';
import { useSteps } from './useSteps.ts';

/** What each region costs in the outline, and what the page costs in each view. */
export function TokensTab({ look, pick, show, count }: TabProps): JSX.Element {
  const [full, setFull] = useState(false);
  const counter = count ?? estimateTokens;
  const texts = useSteps(() => regionTexts(look, full), [look, full]);
  const shares = useShares(texts, counter);
  const costs = useCosts(look, full, counter);
  const items = useMemo(() => {
    const most = shares.reduce((largest, { tokens = 0 }) => Math.max(largest, tokens), 0);
    return shares.map((share) => shareItem(share, most));
  }, [shares]);
  useEffect(() => show({ drawn: drawnShares(look, shares), told: [] }), [look, shares]);
  return (
    <>
      <div class="bar wrap">
        <span class="soft">
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
          <LongList items={items} label="Tokens by region" look={look} pick={pick} className="bars" />
        </div>
        <h2>By view</h2>
        <table class="costs">
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
                  <Bar tokens={costs[at]} of={Math.max(...costs)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Bar({ tokens, of }: { tokens: number | undefined; of: number }): JSX.Element {
  if (tokens === undefined) return <span class="soft">…</span>;
  return (
    <span class="score">
      <span class="bar-fill" style={{ inlineSize: `${((100 * tokens) / Math.max(1, of)).toFixed(1)}%` }} />
      <span class="figure">{tokens.toLocaleString('en')}</span>
    </span>
  );
}

interface Share {
  title: string;
  region: LandmarkRegion | undefined;
  /** Undefined until they are counted. */
  tokens: number | undefined;
}

type RegionText = Omit<Share, 'tokens'> & { text: string };

/** The lines of each region that are no region's within it. Parts are counted for themselves: together a little more than the whole. */
function* regionTexts(look: Look, full: boolean): Steps<RegionText[]> {
  const { text, lines = [] } = yield* look.page.looking({ view: 'outline', full });
  yield;
  const texts = new Map<LandmarkRegion | undefined, string[]>();
  for (const region of look.structure.regions) texts.set(region, []);
  for (const [at, line] of text.split('\n').entries()) {
    const region = lines[at]?.region;
    const own = texts.get(region);
    if (own) own.push(line);
    else texts.set(region, [line]);
  }
  return Array.from(texts, ([region, own]) => ({
    title: region?.address ?? `${UNGROUPED} and the page line`,
    region,
    text: own.length === 0 ? '' : `${own.join('\n')}\n`,
  }));
}

/** Counted one after the other. */
function useShares(texts: readonly RegionText[] | undefined, count: CountTokens): readonly Share[] {
  const uncounted = useMemo(() => (texts ?? []).map((text) => ({ ...text, tokens: undefined })), [texts]);
  const [counted, setCounted] = useState<Counted>();
  useEffect(() => {
    if (!texts) return;
    const off = new AbortController();
    const begin = async (): Promise<void> => {
      await pause();
      const shares = await inSlices(countShares(texts, count), off.signal);
      if (shares && !off.signal.aborted) setCounted({ texts, shares });
    };
    void begin();
    return () => off.abort();
  }, [texts, count]);
  return counted?.texts === texts ? (counted?.shares ?? uncounted) : uncounted;
}

interface Counted {
  texts: readonly RegionText[];
  shares: Share[];
}

function* countShares(texts: readonly RegionText[], count: CountTokens): Steps<Share[]> {
  const shares: Share[] = [];
  for (const { text, ...share } of texts) shares.push({ ...share, tokens: yield* counting(text, count) });
  return shares;
}

function shareItem({ title, region, tokens }: Share, most: number): Item {
  return {
    nodes: [region?.node],
    content: () => (
      <span class="share">
        <span class="title" style={{ '--indent': region?.depth ?? 0 }}>
          {title}
        </span>
        <Bar tokens={tokens} of={most} />
      </span>
    ),
  };
}

function drawnShares(look: Look, shares: readonly Share[]): Drawn[] {
  return shares.flatMap(({ region, title, tokens }) => {
    const box = region && look.boxOf(region.node);
    const label = `${title.split(':')[0]} ${tokens?.toLocaleString('en')}`;
    return box && tokens !== undefined
      ? [
          {
            node: region.node,
            box,
            label,
            title: `${label} tokens: ${title}`,
            color: '0 90 200',
            kind: 'tinted' as const,
          },
        ]
      : [];
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
function useCosts({ page }: Look, full: boolean, count: CountTokens): number[] {
  const [costs, setCosts] = useState<number[]>([]);
  useEffect(() => setCosts([]), [page, full, count]);
  useEffect(() => {
    const next = VIEWS[costs.length];
    if (!next) return;
    const off = new AbortController();
    const begin = async (): Promise<void> => {
      const tokens = await inSlices(countView(page, { ...next.options, full }, count), off.signal);
      if (tokens !== undefined && !off.signal.aborted) setCosts([...costs, tokens]);
    };
    const timer = setTimeout(begin, 10);
    return () => {
      off.abort();
      clearTimeout(timer);
    };
  }, [page, full, count, costs]);
  return costs;
}

function* countView(page: Look['page'], options: ShowOptions, count: CountTokens): Steps<number> {
  const { text } = yield* page.looking(options);
  yield;
  return yield* counting(text, count);
}
