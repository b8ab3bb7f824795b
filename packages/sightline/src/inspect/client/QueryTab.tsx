import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { SightlineError } from '../../model/SightlineError.ts';
import { explainHit, type Found, type Hit, type Question } from '../../query/queryElements.ts';
import type { Reason } from '../../query/score.ts';
import { STATES, type State } from '../../query/states.ts';
import { Ways } from '../../structure/Ways.ts';
import { Whereabouts } from '../../structure/Whereabouts.ts';
import { colorOf } from '../../view/colors.ts';
import { placeText } from '../../view/pieces.ts';
import { type Asked, NOTHING, questionOf } from './Asked.ts';
import type { Item } from './Chunk.tsx';
import { titleOf } from './Details.tsx';
import { LongList } from './LongList.tsx';
import type { Look } from './Look.ts';
import type { Drawn } from './Picture.tsx';
import type { TabProps } from './TabProps.ts';

/** Hits that are shown. */
const LIMIT = 50;

/** `query_elements`, live: the same code answers it as for a model. */
export function QueryTab({ look, pick, show }: TabProps): JSX.Element {
  const [asked, setAsked] = useState(NOTHING);
  // Before the first letter, so that its answer waits for nothing.
  useMemo(() => look.page.index(), [look]);
  const answer = useMemo(() => ask(look, asked), [look, asked]);
  const items = useMemo(() => hitItems(look, answer), [look, answer]);
  useEffect(() => show({ drawn: drawnHits(look, answer), told: [] }), [look, answer]);
  return (
    <>
      <QueryForm look={look} asked={asked} onAsk={setAsked} />
      <p class="facts" role="status">
        {statusOf(answer)}
        <span class="soft end">{answer && 'ms' in answer ? `${answer.ms.toFixed(1)} ms` : ''}</span>
      </p>
      {items.length > 0 && (
        <LongList items={items} label="Elements found, best first" look={look} pick={pick} className="hits" />
      )}
      {!answer && <Hint />}
    </>
  );
}

function Hint(): JSX.Element {
  return (
    <p class="hint">
      Type what the element says, does or is for: <em>log in</em>, <em>remove from cart</em>,{' '}
      <em>date of birth</em>. Words that sound or mean alike count too, and every score says why.
    </p>
  );
}

interface QueryFormProps {
  look: Look;
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

function QueryForm({ look, asked, onAsk }: QueryFormProps): JSX.Element {
  const { regions } = look.structure;
  const set = (change: Partial<Asked>): void => onAsk({ ...asked, ...change });
  return (
    <form class="bar wrap query" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        class="grow"
        aria-label="Words"
        placeholder="What are you looking for?"
        value={asked.text}
        onInput={(event) => set({ text: event.currentTarget.value })}
      />
      <label>
        Role{' '}
        <input
          type="text"
          size={9}
          placeholder="any"
          value={asked.role}
          onInput={(event) => set({ role: event.currentTarget.value })}
        />
      </label>
      <label>
        State{' '}
        <select value={asked.state} onChange={(event) => set({ state: event.currentTarget.value as State })}>
          <option value="">any</option>
          {STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </select>
      </label>
      <label>
        Within{' '}
        <select
          value={asked.withinLandmark}
          onChange={(event) => set({ withinLandmark: event.currentTarget.value })}
        >
          <option value="">the page</option>
          {regions.map(({ address }) => (
            <option key={address}>{address}</option>
          ))}
        </select>
      </label>
      <details class="more">
        <summary>More</summary>
        {MORE.map(({ field, title, example }) => (
          <label key={field}>
            {title}{' '}
            <input
              type="text"
              placeholder={example}
              value={asked[field]}
              onInput={(event) => set({ [field]: event.currentTarget.value })}
            />
          </label>
        ))}
      </details>
    </form>
  );
}

const MORE = [
  { field: 'name', title: 'Name', example: 'any' },
  { field: 'attributes', title: 'Attributes', example: 'type=submit, href=/cart*' },
  { field: 'nearHeading', title: 'Under a heading', example: 'any' },
  { field: 'keywords', title: 'Weights', example: 'log in=40, account=10' },
  { field: 'near', title: 'Around number', example: 'none' },
] as const satisfies readonly { field: keyof Asked; title: string; example: string }[];

type Answer = { question: Question; found: Found; ms: number } | { error: string } | undefined;

/** Undefined where nothing was asked. */
function ask(look: Look, asked: Asked): Answer {
  const question = questionOf(look, asked);
  if (!question) return undefined;
  const start = performance.now();
  try {
    return { question, found: look.page.find(question, LIMIT), ms: performance.now() - start };
  } catch (error) {
    if (error instanceof SightlineError) return { error: error.message };
    throw error;
  }
}

function statusOf(answer: Answer): string {
  if (!answer) return '';
  if ('error' in answer) return answer.error;
  const { total, considered, hits, closest } = answer.found;
  if (total === 0) return `None of ${considered} elements${closest.length > 0 ? '; these come closest' : ''}`;
  return `${total.toLocaleString('en')} of ${considered.toLocaleString('en')} elements${total > hits.length ? `, the best ${hits.length} shown` : ''}`;
}

/** What came closest, where nothing was found. */
const hitsOf = (answer: Answer): Hit[] => {
  if (!answer || 'error' in answer) return [];
  return answer.found.hits.length > 0 ? answer.found.hits : answer.found.closest;
};

function drawnHits(look: Look, answer: Answer): Drawn[] {
  return hitsOf(answer).flatMap(({ node, hidden }, at) => {
    const box = hidden ? undefined : look.boxOf(node);
    const title = `${at + 1}. ${titleOf(look, node)}`;
    return box
      ? [{ node, box, label: String(at + 1), title, color: colorOf(node).join(' '), kind: 'filled' as const }]
      : [];
  });
}

function hitItems(look: Look, answer: Answer): Item[] {
  if (!answer || 'error' in answer) return [];
  const { page, structure } = look;
  const whereabouts = new Whereabouts(structure);
  const hits = hitsOf(answer);
  const best = hits[0]?.score || 1;
  let ways: Ways | undefined;
  const wayTo = (hit: Hit): string => {
    ways ??= new Ways(structure.pruning);
    const way = ways.to(hit.node);
    const why = structure.pruning.verdicts[hit.node.index]?.why ?? 'hidden';
    return way ? `${why}; [${page.numbers.of(way.control)}] ${titleOf(look, way.control)} ${way.how}` : why;
  };
  return hits.map((hit, at) => ({
    nodes: [hit.node],
    content: () => (
      <HitRow
        rank={at + 1}
        hit={hit}
        share={hit.score / best}
        number={page.numbers.of(hit.node)}
        title={hit.node.name || titleOf(look, hit.node)}
        place={placeText(hit.node, whereabouts)}
        way={hit.hidden ? wayTo(hit) : ''}
        reasons={strongest(explainHit(page.index(), answer.question, hit.node, page.vectors))}
      />
    ),
  }));
}

/** Of the reasons for one word, the best: that it is written so says more than that it means so. */
function strongest(reasons: readonly Reason[]): Reason[] {
  const best = new Map<string, Reason>();
  for (const reason of reasons)
    if (reason.weight > (best.get(reason.asked)?.weight ?? 0)) best.set(reason.asked, reason);
  return [...best.values()];
}

interface HitRowProps {
  rank: number;
  hit: Hit;
  share: number;
  number: number;
  title: string;
  place: string;
  way: string;
  reasons: Reason[];
}

function HitRow({ rank, hit, share, number, title, place, way, reasons }: HitRowProps): JSX.Element {
  const { node, score } = hit;
  return (
    <div class="hit">
      <span class="rank">{rank}</span>
      <span class="what">
        <span class="p-number" style={{ '--c': colorOf(node).join(' ') }}>
          [{number}]
        </span>{' '}
        <span class="p-tag">{node.role || node.tag}</span> <strong>{title}</strong>{' '}
        {place && <span class="soft">{place}</span>}
        {way && <span class="way">Hidden: {way}</span>}
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

const HOW: Readonly<Record<Reason['how'], string>> = {
  word: 'same word',
  fuzzy: 'spelt alike',
  prefix: 'begins alike',
  synonym: 'says the same',
  meaning: 'means alike',
  icon: 'its icon means it',
};

function ReasonChip({ asked, found, how, weight }: Reason): ComponentChildren {
  return (
    <span class={`chip ${how}`}>
      {asked} → {found}{' '}
      <span class="soft">
        {HOW[how]} {weight.toFixed(2)}
      </span>
    </span>
  );
}
