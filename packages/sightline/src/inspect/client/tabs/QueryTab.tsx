import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { locationText } from '../../../render/element/location.ts';
import { decisionText } from '../../../render/explain/decisionText.ts';
import { markColor } from '../../../render/marks/markColors.ts';
import { ELEMENT_STATES, type ElementState } from '../../../search/elements/elementStates.ts';
import type { MatchReason } from '../../../search/elements/explainPhrase.ts';
import {
  type ElementMatch,
  type ElementQuery,
  type ElementQueryResult,
  explainMatch,
} from '../../../search/elements/searchElements.ts';
import { SightlineError } from '../../../snapshot/SightlineError.ts';
import { nodeTitle } from '../Details.tsx';
import type { LoadedPage } from '../LoadedPage.ts';
import { ChunkedList } from '../list/ChunkedList.tsx';
import type { ListRow } from '../list/ListChunk.tsx';
import { type OverlayBox, overlayBoxes } from '../picture/OverlayBox.ts';
import { EMPTY_QUERY_FORM, type QueryFormState, toQuery } from '../queryForm.ts';
import type { TabProps } from './Tabs.tsx';

/** Hits that are shown. */
const MAX_HITS = 50;

/** `query_elements`, live, with the same code as for models. */
export function QueryTab({ loadedPage, selection, showOverlay }: TabProps): JSX.Element {
  const [formState, setFormState] = useState(EMPTY_QUERY_FORM);
  // Built before the first letter is typed, so that the first query is fast.
  useMemo(() => loadedPage.captured.queryIndex(), [loadedPage]);
  const result = useMemo(() => runQuery(loadedPage, formState), [loadedPage, formState]);
  const items = useMemo(() => hitRows(loadedPage, result), [loadedPage, result]);
  useEffect(
    () => showOverlay({ boxes: hitBoxes(loadedPage, result), listedNodes: [] }),
    [loadedPage, result],
  );
  return (
    <>
      <QueryForm loadedPage={loadedPage} formState={formState} onAsk={setFormState} />
      <p class="facts" role="status">
        {statusOf(result)}
        <span class="muted end">{result && 'ms' in result ? `${result.ms.toFixed(1)} ms` : ''}</span>
      </p>
      {items.length > 0 && (
        <ChunkedList
          items={items}
          label="Elements found, best first"
          loadedPage={loadedPage}
          selection={selection}
          className="query-hits"
        />
      )}
      {!result && <QueryHint />}
    </>
  );
}

function QueryHint(): JSX.Element {
  return (
    <p class="hint">
      Type what the element says, does or is for: <em>log in</em>, <em>remove from cart</em>,{' '}
      <em>date of birth</em>. Words that sound or mean alike count too, and every score says why.
    </p>
  );
}

interface QueryFormProps {
  loadedPage: LoadedPage;
  formState: QueryFormState;
  onAsk: (formState: QueryFormState) => void;
}

function QueryForm({ loadedPage, formState, onAsk }: QueryFormProps): JSX.Element {
  const { regions } = loadedPage.pageState;
  const update = (change: Partial<QueryFormState>): void => onAsk({ ...formState, ...change });
  return (
    <form class="bar wrap query" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        class="grow"
        aria-label="Words"
        placeholder="What are you looking for?"
        value={formState.text}
        onInput={(event) => update({ text: event.currentTarget.value })}
      />
      <label>
        Role{' '}
        <input
          type="text"
          size={9}
          placeholder="any"
          value={formState.role}
          onInput={(event) => update({ role: event.currentTarget.value })}
        />
      </label>
      <label>
        State{' '}
        <select
          value={formState.state}
          onChange={(event) => update({ state: event.currentTarget.value as ElementState })}
        >
          <option value="">any</option>
          {ELEMENT_STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </select>
      </label>
      <label>
        Within{' '}
        <select
          value={formState.withinLandmark}
          onChange={(event) => update({ withinLandmark: event.currentTarget.value })}
        >
          <option value="">the page</option>
          {regions.map(({ address }) => (
            <option key={address}>{address}</option>
          ))}
        </select>
      </label>
      <details class="more">
        <summary>More</summary>
        {MORE_FIELDS.map(({ field, title, example }) => (
          <label key={field}>
            {title}{' '}
            <input
              type="text"
              placeholder={example}
              value={formState[field]}
              onInput={(event) => update({ [field]: event.currentTarget.value })}
            />
          </label>
        ))}
      </details>
    </form>
  );
}

const MORE_FIELDS = [
  { field: 'name', title: 'Name', example: 'any' },
  { field: 'attributes', title: 'Attributes', example: 'type=submit, href=/cart*' },
  { field: 'nearHeading', title: 'Under a heading', example: 'any' },
  { field: 'keywords', title: 'Weights', example: 'log in=40, account=10' },
  { field: 'near', title: 'Around number', example: 'none' },
] as const satisfies readonly { field: keyof QueryFormState; title: string; example: string }[];

type QueryResult =
  | { query: ElementQuery; matches: ElementQueryResult; ms: number }
  | { error: string }
  | undefined;

/** Undefined for an empty query. */
function runQuery(loadedPage: LoadedPage, formState: QueryFormState): QueryResult {
  const query = toQuery(loadedPage, formState);
  if (!query) return undefined;
  const start = performance.now();
  try {
    return { query, matches: loadedPage.captured.find(query, MAX_HITS), ms: performance.now() - start };
  } catch (error) {
    if (error instanceof SightlineError) return { error: error.message };
    throw error;
  }
}

function statusOf(result: QueryResult): string {
  if (!result) return '';
  if ('error' in result) return result.error;
  const { total, candidateCount, matches, closest } = result.matches;
  if (total === 0)
    return `None of ${candidateCount} elements${closest.length > 0 ? '; these come closest' : ''}`;
  return `${total.toLocaleString('en')} of ${candidateCount.toLocaleString('en')} elements${total > matches.length ? `, the best ${matches.length} shown` : ''}`;
}

/** The matches; the closest elements if there are none. */
const hitsOf = (result: QueryResult): ElementMatch[] => {
  if (!result || 'error' in result) return [];
  return result.matches.matches.length > 0 ? result.matches.matches : result.matches.closest;
};

function hitBoxes(loadedPage: LoadedPage, result: QueryResult): OverlayBox[] {
  return hitsOf(result).flatMap(({ node, hidden }, at) => {
    if (hidden) return [];
    const label = String(at + 1);
    const title = `${label}. ${nodeTitle(loadedPage, node)}`;
    return overlayBoxes(loadedPage, node, { label, title, color: markColor(node).join(' '), kind: 'filled' });
  });
}

function hitRows(loadedPage: LoadedPage, result: QueryResult): ListRow[] {
  if (!result || 'error' in result) return [];
  const { captured, pageState } = loadedPage;
  const { refOf } = captured.renderContext();
  const { landmarkIndex } = pageState;
  const hits = hitsOf(result);
  const best = hits[0]?.score || 1;
  const renderRevealPath = (hit: ElementMatch): string => {
    const path = pageState.revealPaths.find(hit.node);
    const decision = pageState.visibility.decisions[hit.node.index];
    const reasonText = decision ? decisionText(decision) : 'hidden';
    return path
      ? `${reasonText}; [${refOf(path.control)}] ${nodeTitle(loadedPage, path.control)} ${path.description}`
      : reasonText;
  };
  return hits.map((hit, at) => ({
    nodes: [hit.node],
    content: () => (
      <HitRow
        rank={at + 1}
        hit={hit}
        share={hit.score / best}
        number={refOf(hit.node)}
        title={hit.node.name || nodeTitle(loadedPage, hit.node)}
        location={locationText(hit.node, landmarkIndex)}
        revealText={hit.hidden ? renderRevealPath(hit) : ''}
        reasons={strongestReasons(
          explainMatch(captured.queryIndex(), result.query, hit.node, captured.vectors),
        )}
      />
    ),
  }));
}

/** The best reason for each word of the query. */
function strongestReasons(reasons: readonly MatchReason[]): MatchReason[] {
  const best = new Map<string, MatchReason>();
  for (const reason of reasons)
    if (reason.weight > (best.get(reason.asked)?.weight ?? 0)) best.set(reason.asked, reason);
  return [...best.values()];
}

interface HitRowProps {
  rank: number;
  hit: ElementMatch;
  share: number;
  number: number;
  title: string;
  location: string;
  revealText: string;
  reasons: MatchReason[];
}

function HitRow({
  rank,
  hit,
  share,
  number,
  title,
  location,
  revealText,
  reasons,
}: HitRowProps): JSX.Element {
  const { node, score } = hit;
  return (
    <div class="hit">
      <span class="rank">{rank}</span>
      <span class="what">
        <span class="p-number" style={{ '--c': markColor(node).join(' ') }}>
          [{number}]
        </span>{' '}
        <span class="p-tag">{node.role || node.tag}</span> <strong>{title}</strong>{' '}
        {location && <span class="muted">{location}</span>}
        {revealText && <span class="reveal-path">Hidden: {revealText}</span>}
        <span class="reasons">
          {reasons.map((reason, at) => (
            <ReasonChip key={at} {...reason} />
          ))}
        </span>
      </span>
      {score > 0 && (
        <span class="score">
          <span class="bar-fill" style={{ inlineSize: `${Math.round(share * 100)}%` }} />
          <span class="figure">{score.toFixed(2)}</span>
        </span>
      )}
    </div>
  );
}

const MATCH_LABELS: Readonly<Record<MatchReason['how'], string>> = {
  word: 'same word',
  fuzzy: 'spelt alike',
  prefix: 'begins alike',
  synonym: 'says the same',
  meaning: 'means alike',
  icon: 'its icon means it',
  state: 'is in that state',
};

function ReasonChip({ asked, found, how, weight }: MatchReason): ComponentChildren {
  return (
    <span class={`chip ${how}`}>
      {asked} → {found}{' '}
      <span class="muted">
        {MATCH_LABELS[how]} {weight.toFixed(2)}
      </span>
    </span>
  );
}
