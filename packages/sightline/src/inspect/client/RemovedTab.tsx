import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageNode } from '../../model/Page.ts';
import { describe } from '../../prune/Pruning.ts';
import type { ViewOptions } from '../../view/View.ts';
import type { Item } from './Chunk.tsx';
import { titleOf } from './Details.tsx';
import { LongList } from './LongList.tsx';
import type { Look } from './Look.ts';
import type { Drawn } from './Picture.tsx';
import { type Removal, removalsOf } from './removals.ts';
import type { TabProps } from './TabProps.ts';

/** What each rule is for, and a colour of its own. */
const RULES: Readonly<Record<string, { title: string; about: string; color: string }>> = {
  invisible: {
    title: 'Invisible',
    about: 'A person does not see it: not displayed, transparent, clipped away, of no size.',
    color: '120 113 108',
  },
  styledControls: {
    title: 'Styled controls',
    about: 'A hidden control that a person uses by its label.',
    color: '0 110 120',
  },
  behindModal: { title: 'Behind a modal', about: 'A dialog must be answered first.', color: '125 40 170' },
  occluded: { title: 'Covered', about: 'Something else lies over all of it.', color: '196 30 40' },
  viewport: { title: 'Outside the part', about: 'Only a part of the page was asked for.', color: '0 90 200' },
  numbered: { title: 'Not numbered', about: 'Nothing a person can use.', color: '175 75 0' },
  contained: {
    title: 'Part of a target',
    about: 'It lies within a link or button and does nothing else: told by what it says.',
    color: '10 115 50',
  },
  labels: { title: 'Labels', about: 'A label is told as the name of its control.', color: '0 110 120' },
  wrappers: {
    title: 'Wrappers',
    about: 'A box around others that means nothing: told by what it holds.',
    color: '120 113 108',
  },
};

const ruleOf = (name: string): (typeof RULES)[string] =>
  RULES[name] ?? { title: name, about: '', color: '120 113 108' };

interface RemovedTabProps extends TabProps {
  options: ViewOptions;
}

/** What every rule took out and why, drawn where it stood. */
export function RemovedTab({ look, pick, show, options }: RemovedTabProps): JSX.Element {
  const removals = useMemo(() => removalsOf(look.page.scene(options).structure.pruning), [look, options]);
  const [wanted, setWanted] = useState('');
  const current = removals.find(({ rule }) => rule === wanted) ?? removals[0];
  const items = useMemo(() => (current ? groupItems(look, current) : []), [look, current]);
  useEffect(() => show({ drawn: current ? drawnGroups(look, current) : [], told: [] }), [look, current]);
  if (!current) return <p class="hint">Nothing: all of this page is told.</p>;
  const boxless = current.groups.filter(({ node }) => !hasBox(look, node)).length;
  return (
    <>
      <fieldset class="rules">
        <legend>Rule</legend>
        {removals.map(({ rule, count, decision }) => (
          <label key={rule} class={decision} style={{ '--c': ruleOf(rule).color }}>
            <input
              type="radio"
              name="rule"
              value={rule}
              checked={rule === current.rule}
              onChange={() => setWanted(rule)}
            />
            {ruleOf(rule).title} <span class="count">{count.toLocaleString('en')}</span>
          </label>
        ))}
      </fieldset>
      <p class="facts" role="status">
        <span>
          {current.decision === 'remove' ? 'Left out. ' : 'Told without a line of its own. '}
          {ruleOf(current.rule).about}
          {boxless > 0 && (
            <span class="soft"> {boxless.toLocaleString('en')} take no place on the picture.</span>
          )}
        </span>
      </p>
      <LongList
        key={current.rule}
        items={items}
        label={`Taken by the rule ${ruleOf(current.rule).title}`}
        look={look}
        pick={pick}
        className="removed"
      />
    </>
  );
}

const hasBox = ({ pruning }: Look, { index, box }: Removal['groups'][number]['node']): boolean =>
  (pruning.seen[index] ?? box) !== undefined;

/** Letters of what is quoted of it. */
const QUOTED = 60;

/** By what a person would know it: its name, else the first words in it. */
function wordsOf(look: Look, node: PageNode): string {
  if (node.name && !node.isText) return node.name.slice(0, QUOTED);
  let words = '';
  for (let at = node.index; at < node.end && words.length < QUOTED; at++)
    words = `${words} ${look.node(at)?.text ?? ''}`.trim();
  return words && `“${words.length > QUOTED ? `${words.slice(0, QUOTED)}…` : words}”`;
}

function drawnGroups(look: Look, { rule, groups, decision }: Removal): Drawn[] {
  const { color, title } = ruleOf(rule);
  return groups.flatMap(({ node, verdict }) => {
    const { box } = node;
    if (!box || box.width < 1 || box.height < 1) return [];
    const kind = decision === 'remove' ? ('hatched' as const) : ('outline' as const);
    return [{ node, box, title: `${titleOf(look, node)}: ${title}, ${verdict.why}`, color, kind }];
  });
}

function groupItems(look: Look, { groups }: Removal): Item[] {
  return groups.map(({ node, verdict, count }) => ({
    nodes: verdict.by && verdict.by !== node ? [node, verdict.by] : [node],
    content: () => (
      <>
        <code>{node.isText ? 'text' : describe(node)}</code> <span>{wordsOf(look, node)}</span>
        {count > 1 && <span class="soft"> and {(count - 1).toLocaleString('en')} in it</span>}
        <span class="why">
          {verdict.why}
          {verdict.by && verdict.by !== node && (
            <>
              {': '}
              <span class="link" data-node={verdict.by.index}>
                {titleOf(look, verdict.by)}
              </span>
            </>
          )}
        </span>
      </>
    ),
  }));
}
